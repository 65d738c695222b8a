/** A connection of the realtime library, which may disconnect and reconnect many times. */
export interface SocketTransport {
  /** Disconnects if necessary and starts a new round of connection attempts. */
  connect(): void;
  /** Disconnects if necessary and makes a single attempt to connect. */
  tryOnce(): void;
  /** Disconnects as a failing network would; the transport then reconnects by itself. */
  drop(): void;
  /** Disconnects; the transport then reconnects only when `connect` or `tryOnce` is called. */
  hangUp(): void;
  connected(): boolean;
  /**
   * Sends an event. Resolves to the acknowledgement; rejects when none arrived within `timeoutMs` or the transport
   * disconnected.
   */
  emit(event: string, payload: unknown, timeoutMs: number): Promise<unknown>;
}

/** Events that a transport reports. */
export interface TransportEvents {
  connected(): void;
  /** `byServer`: the server ended the connection, and the transport does not reconnect by itself. */
  disconnected(byServer: boolean): void;
  /** One attempt has failed. */
  failed(): void;
  /** The last attempt of a round has failed. */
  gaveUp(): void;
  /** The server refused the socket with an error code (`packages/contract/src/errors.ts`); null without one. */
  refused(code: string | null): void;
  received(event: string, payload: unknown): void;
  /** A ping of the server arrived, so the connection works. */
  alive(): void;
}

/** Returns the credentials for one attempt to connect. */
export type LoadCredentials = () => Promise<{ readonly token?: string }>;

export type OpenTransport = (
  events: TransportEvents,
  credentials: LoadCredentials,
) => Promise<SocketTransport>;

/** Network and visibility as the browser reports them. */
export interface BrowserState {
  visible(): boolean;
  onNetworkBack(listener: () => void): () => void;
  onNetworkLost(listener: () => void): () => void;
  onVisible(listener: () => void): () => void;
}

export interface BrowserTimers {
  /** Runs `work` after `ms`, unless the returned function is called first. */
  after(ms: number, work: () => void): () => void;
}

export interface RealtimePorts {
  readonly openTransport: OpenTransport;
  readonly browserState: BrowserState;
  readonly timers: BrowserTimers;
  /** The access token, renewed when it has expired; null without a session. */
  token(): Promise<string | null>;
  /**
   * Asks the API whether the session is still valid, which renews the access token. If the session has ended, the
   * person is signed out.
   */
  checkSession(): Promise<'valid' | 'ended' | 'unreachable'>;
  /** A monotonic clock in ms; it need not show the time of day. */
  now(): number;
  /** Random number from 0 to 1. */
  random(): number;
}
