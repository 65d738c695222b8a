import { open } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Flushes the entries of `directory` to the disk, so that they survive a power loss. */
export async function syncDirectory(directory: string): Promise<void> {
  // Windows cannot sync a directory.
  if (process.platform === 'win32') return;
  const directoryHandle = await open(directory, 'r');
  try {
    await directoryHandle.sync();
  } finally {
    await directoryHandle.close();
  }
}

/**
 * Flushes the parents of all folders that `mkdir` created: of `directory`, of `topmostCreated`, which contains
 * `directory` or is equal to it, and of the folders between these two.
 */
export async function syncNewDirectories(directory: string, topmostCreated: string): Promise<void> {
  let parent = dirname(directory);
  const topmostParent = dirname(topmostCreated);
  while (parent.length >= topmostParent.length) {
    await syncDirectory(parent);
    if (parent === topmostParent) return;
    parent = dirname(parent);
  }
}
