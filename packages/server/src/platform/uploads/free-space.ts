import { statfs } from 'node:fs/promises';
import { StorageUnavailableError } from '../../ports/file-store.ts';
import { systemTimers, type Timers } from '../../ports/timers.ts';
import { memoizeFor } from '../async/memoize-for.ts';

/** Time for which the file system's answer is memoized, in ms. */
const MEMOIZE_MS = 1_000;

export interface FloorOptions {
  /** Bytes of the volume that must stay free; 0 disables the check. */
  readonly minFreeBytes: number;
  readonly timers?: Pick<Timers, 'now'>;
}

/** Free bytes on the volume of a folder, for the user who runs the program. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/**
 * Returns a function that resolves while at least `minFreeBytes` are free on the volume of `folder`, else rejects
 * with `StorageUnavailableError`. The file system is asked at most once a second.
 */
export function requireFreeSpace(
  folder: string,
  { minFreeBytes, timers = systemTimers }: FloorOptions,
): () => Promise<void> {
  if (minFreeBytes === 0) return async () => undefined;
  const free = memoizeFor(
    MEMOIZE_MS,
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
