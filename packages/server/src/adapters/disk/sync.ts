import { open } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Makes the entries of `directory` survive a power loss. */
export async function syncDirectory(directory: string): Promise<void> {
  // Windows knows no such thing as syncing a directory.
  if (process.platform === 'win32') return;
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Does the same for the directories above `directory` that had to be made, `first` the topmost. */
export async function syncNewDirectories(directory: string, first: string): Promise<void> {
  let parent = dirname(directory);
  const top = dirname(first);
  while (parent.length >= top.length) {
    await syncDirectory(parent);
    if (parent === top) return;
    parent = dirname(parent);
  }
}
