import { type ErrorCode, errors } from '@guilda/contract/errors';
import type { DefaultEventsMap, Server, Socket } from 'socket.io';
import type { Fanout } from '../../ports/fanout.ts';
import type { Authenticate, HasProvenAccountAge, Person } from '../actor.ts';
import type { RateLimiter } from '../limits/rate-limiter.ts';
import type { Logger } from '../telemetry/logging.ts';
import type { Telemetry } from '../telemetry/request-context.ts';
import type { SocketCaps } from './bounds.ts';
import type {
  ConnectionLifecycle,
  EventHandlers,
  GatewaySocket,
  ResumeState,
} from './connection.ts';
import type { MemoryUse } from './connections/memory-budget.ts';

export interface GatewayDeps {
  readonly publicUrl: string;
  /** Proxies whose `X-Forwarded-For` header is trusted; null for none. */
  readonly trustedProxies: string | null;
  /** Maximum number of sockets; `perNode` is null when it is computed from the memory limit. */
  readonly sockets: Omit<SocketCaps, 'perNode'> & { readonly perNode: number | null };
  /**
   * `id`: id of this process within its node, null when it is the only one. `count`: number of processes that share the
   * memory of the machine.
   */
  readonly processes: { readonly id: string | null; readonly count: number };
  readonly log: Logger;
  readonly telemetry: Telemetry;
  readonly fanout: Fanout;
  readonly limiter: RateLimiter;
  readonly authenticate: Authenticate;
  readonly isOfAccountAge: HasProvenAccountAge;
  /** Reads which of the given sessions have not ended, each with the current role of its person. */
  activeSessions(sessionIds: readonly string[]): Promise<ReadonlyMap<string, Person['role']>>;
  /** Creates the id of a connection; the client sends it when it reconnects. */
  createConnectionId(actor: Person, resume: ResumeState): Promise<string>;
}

/** Data of an authenticated socket. */
export interface SocketData {
  actor: Person;
  resume: ResumeState;
  pid: string;
  /** The session check, started by the socket's first `register` event. */
  activeSessions?: ReturnType<GatewayDeps['activeSessions']>;
  /** The handling of the socket's last `register` event, running or finished. */
  registration?: Promise<unknown>;
  /** The socket as modules see it; set once the socket is registered. */
  connection?: GatewaySocket;
}

export type SocketServer = Server<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, SocketData>;
export type ClientSocket = Socket<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, SocketData>;

/** Values and functions of the gateway that its event handlers use. */
export interface SocketContext {
  readonly deps: GatewayDeps;
  /** The memory accounting of a connection. */
  memoryOf(conn: ClientSocket['conn']): MemoryUse;
  readonly handlers: EventHandlers;
  readonly lifecycles: readonly ConnectionLifecycle[];
}

/** Room of all sockets that receive broadcasts. */
export const BROADCAST_ROOM = 'broadcast';
/** Room of the registered sockets of a person. */
export const personRoom = (uid: string) => `person:${uid}`;
/** Room of all authenticated sockets of an account, registered or not. */
export const accountRoom = (uid: string) => `account:${uid}`;
/** Room of all authenticated sockets of a session, registered or not. */
export const sessionRoom = (id: string) => `session:${id}`;

/** Creates an error that a client receives as `connect_error`. */
export function createConnectError(code: ErrorCode): Error {
  return Object.assign(new Error(errors[code].text), { data: { code, error: errors[code].text } });
}
