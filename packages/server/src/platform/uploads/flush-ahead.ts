import { open } from 'node:fs/promises';

/**
 * Flushes a file to the disk in the background, so that the later `fsync` has little left to write. Errors are ignored
 * here because that `fsync` reports them.
 */
export async function flushAhead(path: string): Promise<void> {
  try {
    await using file = await open(path, 'r');
    await file.datasync();
  } catch {
    // The error is ignored, because the later `fsync` fails with the same one.
  }
}
