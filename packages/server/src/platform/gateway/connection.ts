import type {
  ClientAck,
  ClientEventName,
  ClientPayload,
  ServerEventName,
  ServerPayload,
} from '@guilda/contract/socket';
import type { Person } from '../actor.ts';
import type { Result } from '../result.ts';

/** Data that a reconnecting client sends to resume its session; null values for a new client. */
export interface ResumeState {
  /** The connection id that the server gave the client at its last connection. */
  readonly pid: string | null;
  /** The last `offset` that the client received; see `GatewaySocket.emit`. */
  readonly offset: string | null;
}

/** A socket of a signed-in person. */
export interface GatewaySocket {
  readonly id: string;
  /** The person according to the token at connection time; `adult` and `blocks` may have changed since. */
  readonly actor: Person;
  readonly resume: ResumeState;
  /** The connection id that the client sends when it reconnects. */
  readonly pid: string;
  /**
   * Emits to this socket only. A client of any Socket.IO version remembers the last `offset` that it received and sends
   * it when it reconnects.
   */
  emit<N extends ServerEventName>(event: N, payload: ServerPayload<N>, offset?: string): void;
  /** Resolves once all emitted events were written to the transport, or when the connection closes. */
  drained(): Promise<void>;
  /** Subscribes the socket to broadcasts. */
  joinBroadcast(): void;
}

/**
 * Receivers of a broadcast: all subscribed sockets except those of the people in `except`, or only those of some
 * people.
 */
export type Audience =
  | { readonly except: readonly string[] }
  | { readonly only: readonly string[] };

/** Emits an event to many sockets of this node only; the event is serialized once. */
export type Broadcast = <N extends ServerEventName>(
  event: N,
  payload: ServerPayload<N>,
  audience: Audience,
) => void;

export interface EventRequest<N extends ClientEventName> {
  readonly connection: GatewaySocket;
  readonly payload: ClientPayload<N>;
}

export type EventHandler<N extends ClientEventName> = (
  request: EventRequest<N>,
) => Promise<Result<ClientAck<N>>>;

/** One handler for every event of the contract; the gateway itself handles `register`. */
export type EventHandlers = {
  readonly [N in Exclude<ClientEventName, 'register'>]: EventHandler<N>;
};

/** Hooks of a module for sockets that register and disconnect; called in the order of the program's module list. */
export interface ConnectionLifecycle {
  /** Called once after `register` was acknowledged, and never after the socket has disconnected. */
  joined(connection: GatewaySocket): Promise<void>;
  /** Called when a registered socket disconnects, even if its `joined` was not called. */
  left(connection: GatewaySocket): void;
}
