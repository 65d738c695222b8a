import type { ProcessCounts } from '../../ports/process-group.ts';

/**
 * Messages between the primary process and the processes that it keeps. After a rolling restart both ends may be of two
 * versions: only add messages and fields.
 */

/** What a process needs to know before it starts. */
export interface ProcessSetup {
  readonly databaseUrl: string;
  /** Port that all processes share. */
  readonly port: number;
}

/** All processes that take requests, with the ports at which each alone answers. */
export interface GroupState {
  readonly ports: Readonly<Record<string, number>>;
  /** Id of the process that takes requests for longest and goes on; null for none. */
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
  /** Notes were dropped, because this process did not read them for too long. */
  | { readonly guilda: 'notes lost' }
  | { readonly guilda: 'metrics' }
  /** `replaced`: other processes go on at the same port; else the whole node stops. */
  | { readonly guilda: 'stop'; readonly replaced: boolean };

/** Whether a message is one of ours; libraries use the same channel. */
export const isOwnMessage = (message: unknown): message is { readonly guilda: string } =>
  typeof message === 'object' && message !== null && 'guilda' in message;
