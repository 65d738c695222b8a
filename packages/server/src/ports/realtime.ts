import type { ServerEventName, ServerPayload } from '@guilda/contract/socket';

export interface EmitOptions {
  /** Id of the socket that caused the event; this socket does not receive it. */
  readonly exceptSocket?: string;
}

/** Emits events to the connected devices of people, on all nodes. */
export interface Realtime {
  /**
   * Emits an event to every registered socket of these people. Call it after the commit, and only for events that may
   * be lost: disconnected devices do not receive them later.
   */
  emit<N extends ServerEventName>(
    uids: readonly string[],
    event: N,
    payload: ServerPayload<N>,
    options?: EmitOptions,
  ): void;
}
