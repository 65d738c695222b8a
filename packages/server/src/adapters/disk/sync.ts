import { open } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Flushes the entries of `directory` to the disk, so that they survive a power loss. */
export async function syncDirectory(directory: string): Promise<void> {
  // Windows cannot sync a directory.
  if (process.platform === 'win32') return;
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Calls {@link syncDirectory} for the parent of `directory` and of each folder above it that was created with it;
 * `topmostCreated` is the highest of them.
 */
export async function syncNewDirectories(directory: string, topmostCreated: string): Promise<void> {
  let parent = dirname(directory);
  const top = dirname(topmostCreated);
  while (parent.length >= top.length) {
    await syncDirectory(parent);
    if (parent === top) return;
    parent = dirname(parent);
  }
}
