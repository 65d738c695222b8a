import type { Ack, ClientEventName, ServerEventName, ServerPayload } from '@guilda/contract/socket';

/**
 * State of the connection: `connecting` during the first attempt and right after a connection was lost, `online` once
 * the socket is registered for the person, `offline` when an attempt failed or the browser has no network.
 */
export type RealtimeState = 'connecting' | 'online' | 'offline';

/** The payloads of the events that the client sends. */
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

/** Events that features may send; `register` is sent by the client itself. */
export type SendableEvent = Exclude<ClientEventName, 'register'>;

/** Error of an event without acknowledgement; the event may or may not have reached the server. */
export class UnansweredError extends Error {
  constructor() {
    super('the server did not acknowledge');
    this.name = 'UnansweredError';
  }
}

/** The signed-in person's connection to the server. It exists as long as the person's session. */
export interface RealtimeClient {
  /** Connects as this person. For another person than before, a new connection is opened. */
  start(uid: string): void;
  /** Disconnects and does not reconnect. */
  stop(): void;
  /** Subscribes to a server event until the returned function is called. */
  on<N extends ServerEventName>(event: N, handler: (payload: ServerPayload<N>) => void): () => void;
  /**
   * Sends an event. Resolves to the server's acknowledgement, which may be a refusal; rejects with `UnansweredError`
   * when no acknowledgement arrives, and at once while not online.
   */
  send<N extends SendableEvent>(event: N, payload: ClientEventPayloads[N]): Promise<Ack<N>>;
  getState(): RealtimeState;
  /** Calls the listener after each change of the state until the returned function is called. */
  subscribe(listener: () => void): () => void;
}
