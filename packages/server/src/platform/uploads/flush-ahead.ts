import { open } from 'node:fs/promises';

/**
 * Sends what was written to a file on to the disk while something else is done, so that making it
 * durable later finds little left to do. A failure is told there, not here.
 */
export async function flushAhead(path: string): Promise<void> {
  try {
    await using file = await open(path, 'r');
    await file.datasync();
  } catch {
    // Whoever makes the file durable meets the same failure.
  }
}
