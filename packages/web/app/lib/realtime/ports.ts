/** One connection of the realtime library, which may come and go many times. */
export interface Wire {
  /** Begins a round of tries as `spec §9` counts them, whatever it was doing. */
  connect(): void;
  /** Tries once and no more. */
  tryOnce(): void;
  /** Lets the transport go, as a network that fails would: the wire tries again by itself. */
  drop(): void;
  /** Hangs up; comes back only when asked to. */
  hangUp(): void;
  connected(): boolean;
  /** Resolves to the acknowledgement; rejects when none came in `timeoutMs` or the wire went down. */
  emit(event: string, payload: unknown, timeoutMs: number): Promise<unknown>;
}

/** What a wire tells. */
export interface WireEvents {
  connected(): void;
  /** `byServer`: it was ended on purpose and does not come back by itself. */
  disconnected(byServer: boolean): void;
  /** One try came to nothing. */
  failed(): void;
  /** The last try of a round came to nothing. */
  gaveUp(): void;
  /** The server would not let it in, and why (`packages/contract/src/errors.ts`). */
  refused(code: string | null): void;
  heard(event: string, payload: unknown): void;
  /** The server gave a sign of life. */
  alive(): void;
}

/** What is handed over at each try. */
export type Credentials = () => Promise<{ readonly token?: string }>;

export type OpenWire = (events: WireEvents, credentials: Credentials) => Promise<Wire>;

/** What the browser tells of network and tab. */
export interface Surroundings {
  visible(): boolean;
  onNetworkBack(listener: () => void): () => void;
  onNetworkLost(listener: () => void): () => void;
  onVisible(listener: () => void): () => void;
}

export interface Timers {
  /** Runs `work` after `ms`, unless the returned function is called before. */
  after(ms: number, work: () => void): () => void;
}

export interface RealtimePorts {
  readonly openWire: OpenWire;
  readonly surroundings: Surroundings;
  readonly timers: Timers;
  /** The access token, renewed when it has ended; null where nobody is signed in. */
  token(): Promise<string | null>;
  /**
   * Asks the API whether the session still stands, which renews its token or, when it is over, signs
   * the person out.
   */
  askSession(): Promise<'stands' | 'over' | 'unreachable'>;
  /** In ms; need not be right, only steady. */
  now(): number;
  /** From 0 to 1. */
  random(): number;
}
