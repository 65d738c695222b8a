import { openDiskFileStore } from '../src/adapters/disk/index.ts';
import type { FileStore } from '../src/ports/file-store.ts';

/** A file store in a directory, for tests of what stands upon one. */
export function openTestFiles(directory: string): Promise<FileStore> {
  return openDiskFileStore({ directory, clock: { now: () => new Date() } });
}
