import type { ProcessCounts } from '../../ports/process-group.ts';

/**
 * Messages between the primary process and the processes that it started. After a rolling restart the two sides may run
 * different versions, so messages and fields may be added but not changed or removed.
 */

/** What a process needs to know before it starts. */
export interface ProcessSetup {
  readonly databaseUrl: string;
  /** Port that all processes share. */
  readonly port: number;
}

/** State of the group of processes; `ports` has each process that accepts requests, with its private port. */
export interface GroupState {
  readonly ports: Readonly<Record<string, number>>;
  /** Id of the earliest started process that accepts requests and is not stopping; null when there is none. */
  readonly first: string | null;
  readonly counts: ProcessCounts;
}

/** Message of a process to the primary process. */
export type UpwardMessage =
  | { readonly guilda: 'hello' }
  | { readonly guilda: 'ready'; readonly port: number }
  | { readonly guilda: 'alive' }
  | { readonly guilda: 'note'; readonly text: string }
  | { readonly guilda: 'metrics'; readonly metrics: unknown };

/** Message of the primary process to a process. */
export type DownwardMessage =
  | { readonly guilda: 'setup'; readonly setup: ProcessSetup }
  | { readonly guilda: 'group'; readonly group: GroupState }
  | { readonly guilda: 'note'; readonly text: string }
  /** Fan-out messages (notes) were dropped, because this process did not read them fast enough. */
  | { readonly guilda: 'notes lost' }
  | { readonly guilda: 'metrics' }
  /**
   * Asks the process to stop. `replaced`: other processes continue on the same port; otherwise the whole node stops.
   */
  | { readonly guilda: 'stop'; readonly replaced: boolean };

/** Whether a message belongs to Guilda: libraries send messages over the same channel. */
export const isOwnMessage = (message: unknown): message is { readonly guilda: string } =>
  typeof message === 'object' && message !== null && 'guilda' in message;
