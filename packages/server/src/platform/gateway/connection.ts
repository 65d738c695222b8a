import type {
  ClientAck,
  ClientEventName,
  ClientPayload,
  ServerEventName,
  ServerPayload,
} from '@guilda/contract/socket';
import type { Person } from '../actor.ts';
import type { Result } from '../result.ts';

/** What a client that comes back says of itself; nulls for a new one. */
export interface Told {
  /** The name it was given when it last connected. */
  readonly pid: string | null;
  /** The offset of the last event that carried one. */
  readonly offset: string | null;
}

/** A socket of a signed-in person. */
export interface Connection {
  readonly id: string;
  /** As the token said when it connected; `adult` and `blocks` may have changed since. */
  readonly actor: Person;
  readonly told: Told;
  /** The name it is given now and says when it comes back. */
  readonly pid: string;
  /**
   * Sends to this socket alone. With an offset the client remembers it and tells the last one it has
   * seen when it comes back, whatever library version of the protocol it uses.
   */
  emit<N extends ServerEventName>(event: N, payload: ServerPayload<N>, offset?: string): void;
  /** Resolves once what was emitted is on its way, at once where nothing waits; and when it ends. */
  drained(): Promise<void>;
  /** From now on it hears what is broadcast. */
  follow(): void;
}

/** Whom a broadcast reaches: everyone who follows but these people, or these alone. */
export type Audience =
  | { readonly except: readonly string[] }
  | { readonly only: readonly string[] };

/** Sends an event to the devices of many on this node alone, made into bytes once. */
export type Broadcast = <N extends ServerEventName>(
  event: N,
  payload: ServerPayload<N>,
  audience: Audience,
) => void;

export interface EventRequest<N extends ClientEventName> {
  readonly connection: Connection;
  readonly payload: ClientPayload<N>;
}

export type EventHandler<N extends ClientEventName> = (
  request: EventRequest<N>,
) => Promise<Result<ClientAck<N>>>;

/** `register` is the gateway's own; every other event of the contract has a handler. */
export type EventHandlers = {
  readonly [N in Exclude<ClientEventName, 'register'>]: EventHandler<N>;
};

/** What a module does when sockets come and go; modules are asked in the order of composition. */
export interface ConnectionLife {
  /** After the acknowledgement of `register`, once for a socket, and never once it has left. */
  joined(connection: Connection): Promise<void>;
  /** The socket of a registered connection has ended, whether this life was told of it or not. */
  left(connection: Connection): void;
}
