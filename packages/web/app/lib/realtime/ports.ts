/** A connection of the realtime library, which may disconnect and reconnect many times. */
export interface SocketTransport {
  /** Starts a new round of connection attempts, in any state. */
  connect(): void;
  /** Tries once and no more. */
  tryOnce(): void;
  /** Drops the transport as a failing network would; it reconnects by itself. */
  drop(): void;
  /** Disconnects; reconnects only on request. */
  hangUp(): void;
  connected(): boolean;
  /** Resolves to the acknowledgement; rejects when none came in `timeoutMs` or the transport went down. */
  emit(event: string, payload: unknown, timeoutMs: number): Promise<unknown>;
}

/** Events of a transport. */
export interface TransportEvents {
  connected(): void;
  /** `byServer`: the server ended the connection, which does not reconnect by itself. */
  disconnected(byServer: boolean): void;
  /** One attempt failed. */
  failed(): void;
  /** The last attempt of a round failed. */
  gaveUp(): void;
  /** The server refused the socket, with its error code (`packages/contract/src/errors.ts`). */
  refused(code: string | null): void;
  received(event: string, payload: unknown): void;
  /** A ping of the server arrived. */
  alive(): void;
}

/** The credentials sent with each attempt. */
export type LoadCredentials = () => Promise<{ readonly token?: string }>;

export type OpenTransport = (
  events: TransportEvents,
  credentials: LoadCredentials,
) => Promise<SocketTransport>;

/** Network and visibility of the browser. */
export interface BrowserState {
  visible(): boolean;
  onNetworkBack(listener: () => void): () => void;
  onNetworkLost(listener: () => void): () => void;
  onVisible(listener: () => void): () => void;
}

export interface BrowserTimers {
  /** Runs `work` after `ms`, unless the returned function is called before. */
  after(ms: number, work: () => void): () => void;
}

export interface RealtimePorts {
  readonly openTransport: OpenTransport;
  readonly browserState: BrowserState;
  readonly timers: BrowserTimers;
  /** The access token, renewed when it has expired; null without a session. */
  token(): Promise<string | null>;
  /**
   * Asks the API whether the session is still valid. This renews the access token, or signs the person out when
   * the session has ended.
   */
  askSession(): Promise<'stands' | 'over' | 'unreachable'>;
  /** A monotonic clock in ms, which need not show the time of day. */
  now(): number;
  /** From 0 to 1. */
  random(): number;
}
