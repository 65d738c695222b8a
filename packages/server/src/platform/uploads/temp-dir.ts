import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Clock } from '../../ports/clock.ts';

/** A directory for temporary files. */
export interface TempDir {
  readonly directory: string;
  /** Returns a new unique path inside the directory; creates no file. */
  newPath(): string;
}

const DEFAULT_STALE_MS = 60 * 60 * 1000;

/**
 * Opens `directory`, creates it if needed, and removes leftovers of a crash: only entries that were not modified for
 * `staleAfterMs` (default one hour), because another process may use the same directory. Rejects with the file system's
 * error.
 */
export async function openTempDir(
  directory: string,
  { clock, staleAfterMs = DEFAULT_STALE_MS }: { clock: Clock; staleAfterMs?: number },
): Promise<TempDir> {
  const root = resolve(directory);
  await mkdir(root, { recursive: true, mode: 0o700 });
  await removeStaleFiles(root, clock.now().getTime() - staleAfterMs);
  return { directory: root, newPath: () => join(root, randomUUID()) };
}

async function removeStaleFiles(rootFolder: string, untouchedSince: number): Promise<void> {
  for (const name of await readdir(rootFolder)) {
    const path = join(rootFolder, name);
    // Another process may remove the entry between listing and `stat`.
    const stats = await stat(path).catch(() => null);
    if (stats !== null && stats.mtimeMs < untouchedSince) {
      await rm(path, { recursive: true, force: true });
    }
  }
}
