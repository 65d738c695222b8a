import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat, utimes } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Clock } from '../../ports/clock.ts';
import { systemTimers, type Timers } from '../../ports/timers.ts';

/** A directory for the temporary files of one process. */
export interface TempDir {
  readonly directory: string;
  /** Returns a new unique path inside the directory; creates no file. */
  newPath(): string;
}

/** Age in ms, since its last modification, of an entry that nobody uses any more. */
const UNUSED_AFTER_MS = 60 * 60_000;
/** Time in ms between two maintenances, which keep the directory of a running process from looking unused. */
const MAINTENANCE_INTERVAL_MS = 5 * 60_000;

/**
 * Creates a directory for this process in `parent`, which processes may share. While the process runs, it regularly
 * renews the modification time of its own directory, so that no other process removes files of long uploads, and
 * removes what crashed processes left: entries of `parent` that were not modified for an hour. Rejects with the file
 * system's error.
 */
export async function openTempDir(
  parent: string,
  { clock, timers = systemTimers }: { clock: Clock; timers?: Timers },
): Promise<TempDir> {
  const root = resolve(parent);
  const directory = join(root, randomUUID());
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const maintain = async () => {
    await renew(directory, clock.now());
    await removeUnused(root, clock.now().getTime() - UNUSED_AFTER_MS);
  };
  const scheduleMaintenance = () =>
    timers.after(MAINTENANCE_INTERVAL_MS, () => {
      maintain()
        // A disk that fails is reported by the uploads; the next maintenance tries again.
        .catch(() => undefined)
        .then(scheduleMaintenance);
    });
  await maintain();
  scheduleMaintenance();
  return { directory, newPath: () => join(directory, randomUUID()) };
}

/** Sets the modification time of a directory, which is created if it was removed while this process stood still. */
async function renew(directory: string, now: Date): Promise<void> {
  try {
    await utimes(directory, now, now);
  } catch {
    await mkdir(directory, { mode: 0o700 });
  }
}

async function removeUnused(root: string, unmodifiedSince: number): Promise<void> {
  for (const name of await readdir(root)) {
    const path = join(root, name);
    // Another process may remove the entry between listing and `stat`.
    const stats = await stat(path).catch(() => null);
    if (stats !== null && stats.mtimeMs < unmodifiedSince) {
      await rm(path, { recursive: true, force: true });
    }
  }
}
