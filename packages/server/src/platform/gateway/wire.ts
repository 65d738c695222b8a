import { type ErrorCode, errors } from '@guilda/contract/errors';
import type { DefaultEventsMap, Server, Socket } from 'socket.io';
import type { Fanout } from '../../ports/fanout.ts';
import type { Authenticate, Person } from '../actor.ts';
import type { RateLimiter } from '../limits/rate-limiter.ts';
import type { Logger } from '../logging.ts';
import type { Watchers } from '../scene.ts';
import type { SocketCaps } from './bounds.ts';
import type { Connection, ConnectionLife, EventHandlers, Told } from './connection.ts';
import type { Holding } from './memory-budget.ts';

export interface GatewayDeps {
  readonly publicUrl: string;
  /** Addresses whose `X-Forwarded-For` is believed; null for none. */
  readonly trustedProxies: string | null;
  /** How many sockets may be open; `perNode` null for as many as the memory allows. */
  readonly sockets: Omit<SocketCaps, 'perNode'> & { readonly perNode: number | null };
  readonly log: Logger;
  readonly watchers: Watchers;
  readonly fanout: Fanout;
  readonly limiter: RateLimiter;
  readonly authenticate: Authenticate;
  /** Of these sessions, those that still stand, each with the role of its person. */
  standing(sessionIds: readonly string[]): Promise<ReadonlyMap<string, Person['role']>>;
  /** Names a socket that connects; it says the name when it comes back. */
  nameConnection(actor: Person, told: Told): Promise<string>;
}

/** What is known of a socket from its admission on. */
export interface WireData {
  actor: Person;
  told: Told;
  pid: string;
  /** Whether its session stands, as its first `register` has asked. */
  standing?: ReturnType<GatewayDeps['standing']>;
  /** Its last `register`, under way or answered. */
  greeting?: Promise<unknown>;
  /** Once it is registered. */
  connection?: Connection;
}

export type Io = Server<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, WireData>;
export type Wire = Socket<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, WireData>;

/** What stands behind every socket. */
export interface Door {
  readonly deps: GatewayDeps;
  /** What a connection keeps in memory. */
  memoryOf(conn: Wire['conn']): Holding;
  readonly handlers: EventHandlers;
  readonly lives: readonly ConnectionLife[];
}

/** Everyone who hears what is broadcast. */
export const FOLLOWERS = 'followers';
/** The registered sockets of a person. */
export const roomOf = (uid: string) => `person:${uid}`;
/** The sockets of an account and of a session, registered or not. */
export const accountRoom = (uid: string) => `account:${uid}`;
export const sessionRoom = (id: string) => `session:${id}`;

/** A client's `connect_error`. */
export function refusal(code: ErrorCode): Error {
  return Object.assign(new Error(errors[code].text), { data: { code, error: errors[code].text } });
}
