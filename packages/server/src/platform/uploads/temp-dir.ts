import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Clock } from '../../ports/clock.ts';

/** A directory of files that live no longer than the work they serve. */
export interface TempDir {
  readonly directory: string;
  /** A path in the directory that nothing else uses; nothing is created. */
  newPath(): string;
}

const defaultStaleMs = 60 * 60 * 1000;

/**
 * Opens `directory`, making it where needed, and removes what a crash left in it. Only entries
 * untouched for `staleAfterMs` (default one hour) count as left over, because another process may
 * be working in the same directory. Rejects with the file system's error.
 */
export async function openTempDir(
  directory: string,
  { clock, staleAfterMs = defaultStaleMs }: { clock: Clock; staleAfterMs?: number },
): Promise<TempDir> {
  const root = resolve(directory);
  await mkdir(root, { recursive: true, mode: 0o700 });
  await sweep(root, clock.now().getTime() - staleAfterMs);
  return { directory: root, newPath: () => join(root, randomUUID()) };
}

async function sweep(root: string, untouchedSince: number): Promise<void> {
  for (const name of await readdir(root)) {
    const path = join(root, name);
    // Another process may remove the entry in between; then there is nothing left to sweep.
    const facts = await stat(path).catch(() => null);
    if (facts !== null && facts.mtimeMs < untouchedSince) {
      await rm(path, { recursive: true, force: true });
    }
  }
}
