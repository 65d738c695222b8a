import { readdir } from 'node:fs/promises';
import { openDiskFileStore } from '../src/adapters/disk/index.ts';
import { systemClock } from '../src/ports/clock.ts';

/** A file store in `directory` that can be looked into. */
export async function openTestFiles(directory: string) {
  const files = await openDiskFileStore({ directory, clock: systemClock });
  /** Names of everything it holds, unfinished writes included. */
  const kept = async (): Promise<string[]> => {
    const entries = await readdir(directory, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
  };
  return { files, kept };
}
