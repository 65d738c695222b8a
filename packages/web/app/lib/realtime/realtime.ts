import type { Ack, ClientEventName, ServerEventName, ServerPayload } from '@guilda/contract/socket';

/**
 * State of the connection: `connecting` during the first attempt, `online` once the socket is registered for
 * the person, `offline` when an attempt failed or the browser has no network.
 */
export type RealtimeState = 'connecting' | 'online' | 'offline';

/** The payload that a client sends with an event. */
export interface ClientEventPayloads {
  readonly userActivity: undefined;
  readonly userTyping: { readonly senderId: string; readonly receiverId: string };
  readonly sendMessage: {
    readonly id: string;
    readonly senderId: string;
    readonly receiverId: string;
    readonly message: string;
    readonly sentAt: string;
  };
  readonly notification: {
    readonly receiverId: string;
    readonly type: 'message';
    readonly content: string;
  };
  readonly checkCallRateLimit: { readonly calleeId: string };
  readonly call: {
    readonly calleeId: string;
    readonly callerName: string;
    readonly callerDiscordId: string;
  };
  readonly callAccepted: {
    readonly callerId: string;
    readonly calleeId: string;
    readonly response: string;
    readonly invite_link: string | null;
  };
  readonly callEnd: { readonly callerId: string; readonly calleeId: string };
}

/** `register` is the client's own; everything else may be sent by the product. */
export type SendableEvent = Exclude<ClientEventName, 'register'>;

/** An event without acknowledgement: it may or may not have reached the server. */
export class UnansweredError extends Error {
  constructor() {
    super('the server did not acknowledge');
    this.name = 'UnansweredError';
  }
}

/** The signed-in person's connection to the server. It lives as long as their session does. */
export interface RealtimeClient {
  /** Connects as this person. A different person than before gets a new connection. */
  start(uid: string): void;
  /** Disconnects for good. */
  stop(): void;
  /** Subscribes to a server event until the returned function is called. */
  on<N extends ServerEventName>(event: N, handler: (payload: ServerPayload<N>) => void): () => void;
  /**
   * Resolves to what the server acknowledges, refusals included; rejects with `UnansweredError` at
   * once while not online, and when no acknowledgement comes.
   */
  send<N extends SendableEvent>(event: N, payload: ClientEventPayloads[N]): Promise<Ack<N>>;
  getState(): RealtimeState;
  /** Calls back after each change of the state until the returned function is called. */
  subscribe(listener: () => void): () => void;
}
