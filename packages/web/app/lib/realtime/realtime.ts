import type { Ack, ClientEventName, ServerEventName, ServerPayload } from '@guilda/contract/socket';

/**
 * Where the device stands with the server: `connecting` while the first try is under way, `online` once
 * the person is registered, `offline` when a try has failed or the network is known to be gone.
 */
export type RealtimeState = 'connecting' | 'online' | 'offline';

/** What a client sends with an event (`product §12`). */
export interface ClientSends {
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

/** It could not be sent, or no acknowledgement came: it may or may not have reached the server. */
export class UnansweredError extends Error {
  constructor() {
    super('the server did not acknowledge');
    this.name = 'UnansweredError';
  }
}

/** The signed-in person's line to the server. It lives as long as their session does. */
export interface Realtime {
  /** Connects as this person; as somebody else than before, on a line of its own. */
  start(uid: string): void;
  /** Hangs up; nothing is heard or tried any more. */
  stop(): void;
  /** Hears an event of the server until the returned function is called. */
  on<N extends ServerEventName>(event: N, handler: (payload: ServerPayload<N>) => void): () => void;
  /**
   * Resolves to what the server acknowledges, refusals included; rejects with `UnansweredError` at
   * once while not online, and when no acknowledgement comes.
   */
  send<N extends SendableEvent>(event: N, payload: ClientSends[N]): Promise<Ack<N>>;
  getState(): RealtimeState;
  /** Calls back after each change of the state until the returned function is called. */
  subscribe(listener: () => void): () => void;
}
