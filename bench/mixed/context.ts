import type { Socket } from 'socket.io-client';
import type { ChatClient, SignedInClient } from '../message-rate.ts';
import type { HttpClient } from './http-client.ts';
import type { CrowdData, LoadData } from './load-data.ts';

/** A person with an open socket. */
export interface ConnectedPerson {
  readonly talker: SignedInClient;
  readonly socket: Socket;
}

/** An order that is paid and not completed, with the people who take part in it. */
export interface PaidOrder {
  readonly id: string;
  readonly serviceId: string;
  readonly buyer: ChatClient;
  readonly seller: ChatClient;
}

/** What an action needs: ids to read, a way to send requests, and the people who act. */
export interface LoadContext {
  readonly loadData: LoadData;
  readonly http: HttpClient;
  readonly connectedPeople: readonly ConnectedPerson[];
  /** Paid orders that no action has completed yet, oldest first. */
  readonly paidOrders: PaidOrder[];
}

/** Carries out one action; the promise rejects when the action is refused. */
export type Act = (context: LoadContext, actionNumber: number) => Promise<void>;

/** Picks an entry of a list for an action; consecutive action numbers give entries that are far apart. */
export function pickScattered<T>(list: readonly T[], actionNumber: number): T {
  const pickedEntry = list[(actionNumber * 7_919) % list.length];
  if (pickedEntry === undefined) throw new Error('nothing to choose from');
  return pickedEntry;
}

export const bearerHeader = ({ token }: ChatClient) => ({ authorization: `Bearer ${token}` });

/** Picks a person for an action. */
export const pickPerson = (
  { connectedPeople }: LoadContext,
  actionNumber: number,
): SignedInClient => pickScattered(connectedPeople, actionNumber).talker;

/** A person with the partner whom they write to. */
export function pickPair({ connectedPeople }: LoadContext, actionNumber: number) {
  const position = actionNumber % connectedPeople.length;
  const [from, to] = [connectedPeople[position], connectedPeople[position ^ 1]];
  if (!from || !to) throw new Error('nobody to talk to');
  return { from, to };
}

/** Replaces a person's tokens, as a browser does when the access token has expired. */
export async function renewTokens(http: HttpClient, person: SignedInClient): Promise<void> {
  const answer = await http.sendForJson<{ accessToken: string; refreshToken: string }>({
    method: 'POST',
    path: '/api/users/refresh-token',
    body: { uid: person.uid, refreshToken: person.refreshToken, rotate: true },
  });
  person.token = answer.accessToken;
  person.refreshToken = answer.refreshToken;
}

/** The data that only actions of the crowd need. */
export function crowdDataOf({ loadData }: LoadContext): CrowdData {
  if (!loadData.crowd) throw new Error('this action needs the data of the crowd');
  return loadData.crowd;
}

/** Creates an action that reads a public address. */
export const createRead =
  (pathOf: (loadData: LoadData, actionNumber: number) => string): Act =>
  ({ loadData, http }, actionNumber) =>
    http.send({ method: 'GET', path: pathOf(loadData, actionNumber) });

/** Creates an action in which a person reads something of their own. */
export const createOwnRead =
  (pathOf: (person: ChatClient, partner: ChatClient) => string): Act =>
  (context, actionNumber) => {
    const { from, to } = pickPair(context, actionNumber);
    const path = pathOf(from.talker, to.talker);
    return context.http.send({ method: 'GET', path, headers: bearerHeader(from.talker) });
  };
