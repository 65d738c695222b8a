import { open } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Makes the entries of `directory` survive a power loss. */
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

/** Like {@link syncDirectory} for the parents of `directory` that were created; `first` is the topmost one. */
export async function syncNewDirectories(directory: string, first: string): Promise<void> {
  let parent = dirname(directory);
  const top = dirname(first);
  while (parent.length >= top.length) {
    await syncDirectory(parent);
    if (parent === top) return;
    parent = dirname(parent);
  }
}
