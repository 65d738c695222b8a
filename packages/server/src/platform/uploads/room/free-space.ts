import { statfs } from 'node:fs/promises';
import { StorageUnavailableError } from '../../../ports/file-store.ts';
import { systemTimers, type Timers } from '../../../ports/timers.ts';
import { rememberFor } from '../../remember.ts';

/** For how long an answer of the file system holds, in ms. */
const REMEMBER_MS = 1_000;

export interface FloorOptions {
  /** Bytes of the volume that stay free for everything else; 0 asks for nothing. */
  readonly minFreeBytes: number;
  readonly timers?: Pick<Timers, 'now'>;
}

/** Bytes that whoever runs the program may still write below a folder. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/**
 * Resolves while more than `minFreeBytes` are free below `folder`, else rejects with
 * `StorageUnavailableError`. The file system is asked at most once a second.
 */
export function keepFree(
  folder: string,
  { minFreeBytes, timers = systemTimers }: FloorOptions,
): () => Promise<void> {
  if (minFreeBytes === 0) return async () => undefined;
  const free = rememberFor(
    REMEMBER_MS,
    () => timers.now(),
    () => freeBytes(folder),
  );
  return async () => {
    const bytes = await free().catch((error: unknown) => {
      throw new StorageUnavailableError(error);
    });
    if (bytes < minFreeBytes) throw new StorageUnavailableError(new Error('little free space'));
  };
}
