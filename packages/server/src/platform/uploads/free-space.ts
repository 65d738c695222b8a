import { statfs } from 'node:fs/promises';
import { StorageUnavailableError } from '../../ports/file-store.ts';
import { systemTimers, type Timers } from '../../ports/timers.ts';
import { memoizeFor } from '../async/memoize-for.ts';

/** Time for which the measured free space is reused, in ms. */
const FREE_SPACE_MAX_AGE_MS = 1_000;

export interface FreeSpaceOptions {
  /** Bytes of the volume that must stay free; 0 disables the check. */
  readonly minFreeBytes: number;
  readonly timers?: Pick<Timers, 'now'>;
}

/** Free bytes on the volume of a folder that the user of this process can use. */
export async function readFreeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/**
 * Creates a check that resolves while at least `minFreeBytes` are free on the volume of `folder`, and else rejects with
 * `StorageUnavailableError`. Free space is measured at most once a second.
 */
export function requireFreeSpace(
  folder: string,
  { minFreeBytes, timers = systemTimers }: FreeSpaceOptions,
): () => Promise<void> {
  if (minFreeBytes === 0) return async () => undefined;
  const readFree = memoizeFor(
    FREE_SPACE_MAX_AGE_MS,
    () => timers.now(),
    () => readFreeBytes(folder),
  );
  return async () => {
    const bytes = await readFree().catch((error: unknown) => {
      throw new StorageUnavailableError(error);
    });
    if (bytes < minFreeBytes) throw new StorageUnavailableError(new Error('little free space'));
  };
}
