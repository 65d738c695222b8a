import { randomUUID } from 'node:crypto';
import type { Ack } from '@guilda/contract/socket';
import type { Socket } from 'socket.io-client';
import type { ChatClient } from '../message-rate.ts';
import type { ActionKind, LoadData } from './load-generator-client.ts';
import type { SendRequest } from './send-request.ts';

/** A person with an open socket. */
export interface ConnectedPerson {
  readonly talker: ChatClient;
  readonly socket: Socket;
}

/** What an action needs: ids to read, a way to send requests, and the people who act. */
export interface LoadContext {
  readonly loadData: LoadData;
  readonly sendRequest: SendRequest;
  readonly connectedPeople: readonly ConnectedPerson[];
}

/** One kind of action of the load; its promise rejects when the action is refused. */
interface LoadAction {
  readonly kind: ActionKind;
  /** Number of actions of this kind in a hundred. */
  readonly share: number;
  act(context: LoadContext, actionNumber: number): Promise<void>;
}

/** Picks an entry of a list for an action; consecutive action numbers give entries that are far apart. */
function pickScattered<T>(list: readonly T[], actionNumber: number): T {
  const pickedEntry = list[(actionNumber * 7_919) % list.length];
  if (pickedEntry === undefined) throw new Error('nothing to choose from');
  return pickedEntry;
}

const bearerHeader = ({ token }: ChatClient) => ({ authorization: `Bearer ${token}` });

/** Creates an action that reads a public address. */
const createRead =
  (addressOf: (loadData: LoadData, n: number) => string) =>
  ({ loadData, sendRequest }: LoadContext, n: number): Promise<void> =>
    sendRequest('GET', addressOf(loadData, n));

/** Sends a message to the partner and waits for its acknowledgement. */
async function sendChatMessage(
  { connectedPeople }: LoadContext,
  actionNumber: number,
): Promise<void> {
  const from = connectedPeople[actionNumber % connectedPeople.length];
  const to = connectedPeople[(actionNumber % connectedPeople.length) ^ 1];
  if (!from || !to) throw new Error('nobody to talk to');
  const ack: Ack<'sendMessage'> = await from.socket.timeout(20_000).emitWithAck('sendMessage', {
    id: randomUUID(),
    senderId: from.talker.uid,
    receiverId: to.talker.uid,
    message: 'Bom dia! Bora jogar uma partida hoje à noite?',
  });
  if (!ack.ok) throw new Error(ack.code);
}

/** Places an order at the payment sandbox, up to receiving its checkout URL. */
function placeOrder(
  { loadData, sendRequest, connectedPeople }: LoadContext,
  actionNumber: number,
): Promise<void> {
  const { talker } = pickScattered(connectedPeople, actionNumber);
  const headers = { ...bearerHeader(talker), 'idempotency-key': randomUUID() };
  return sendRequest('POST', '/api/payments/checkout', headers, {
    serviceId: pickScattered(loadData.serviceIds, actionNumber),
  });
}

/** Reads notifications or the latest messages of a conversation. */
function readOwnPage(
  { sendRequest, connectedPeople }: LoadContext,
  actionNumber: number,
): Promise<void> {
  const { talker } = pickScattered(connectedPeople, actionNumber);
  const position = connectedPeople.findIndex(
    (connectedPerson) => connectedPerson.talker === talker,
  );
  const partner = connectedPeople[position ^ 1]?.talker ?? talker;
  const address =
    actionNumber % 2 === 0
      ? '/api/notifications?limit=20'
      : `/api/messages/${talker.uid}/${partner.uid}?limit=15`;
  return sendRequest('GET', address, bearerHeader(talker));
}

/** All kinds of actions with their shares, which add up to a hundred. */
export const actions: readonly LoadAction[] = [
  { kind: 'browse', share: 12, act: createRead(() => '/api/services?limit=20') },
  {
    kind: 'browse',
    share: 10,
    act: createRead(
      ({ categories }, n) => `/api/services?category=${pickScattered(categories, n)}&limit=20`,
    ),
  },
  {
    kind: 'browse',
    share: 15,
    act: createRead(({ serviceIds }, n) => `/api/services/${pickScattered(serviceIds, n)}`),
  },
  { kind: 'browse', share: 10, act: createRead(() => '/api/social/posts?limit=20') },
  {
    kind: 'browse',
    share: 5,
    act: createRead(({ postUids }, n) => `/api/social/post/${pickScattered(postUids, n)}`),
  },
  { kind: 'browse', share: 10, act: readOwnPage },
  {
    kind: 'page',
    share: 8,
    act: createRead(({ serviceIds }, n) => `/service/${pickScattered(serviceIds, n)}`),
  },
  {
    kind: 'search',
    share: 10,
    act: createRead(
      ({ searchTexts }, n) =>
        `/api/services?q=${encodeURIComponent(pickScattered(searchTexts, n))}&limit=20`,
    ),
  },
  { kind: 'chat', share: 15, act: sendChatMessage },
  { kind: 'order', share: 5, act: placeOrder },
];

const hundredActions: readonly LoadAction[] = actions.flatMap((action) =>
  Array.from({ length: action.share }, () => action),
);

/** Returns the action with number `actionNumber`; kinds are spread evenly over the numbers. */
export function actionAt(actionNumber: number): LoadAction {
  // A hundred consecutive numbers give every entry once, because 37 and 100 have no common factor.
  const action = hundredActions[(actionNumber * 37) % hundredActions.length];
  if (!action) throw new Error('there is nothing to do');
  return action;
}
