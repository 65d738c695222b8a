import type { ServerEventName, ServerPayload } from '@guilda/contract/socket';

export interface EmitOptions {
  /** The socket that caused it and is not told. */
  readonly exceptSocket?: string;
}

/** The way to people's open devices, on whichever node they are. */
export interface Realtime {
  /**
   * Sends an event to every registered socket of these people. Only after commit, and only what may
   * be lost: a device that is away never hears of it.
   */
  emit<N extends ServerEventName>(
    uids: readonly string[],
    event: N,
    payload: ServerPayload<N>,
    options?: EmitOptions,
  ): void;
}
