import type { Hash } from 'node:crypto';
import type { Readable } from 'node:stream';

/** SHA-256 hash and size of the part of a body that was read so far. */
export interface HashAndSize {
  readonly hash: Hash;
  size: number;
}

export interface BodyPart {
  readonly bytes: Buffer;
  readonly isLast: boolean;
}

/**
 * Buffers of one size, reused once their part was sent: freed buffers would accumulate until the next garbage
 * collection.
 */
export interface BufferPool {
  readonly size: number;
  readonly spare: Buffer[];
}

/** Splits a body into parts of the buffers' size; only the last is smaller, or empty for an empty body. */
export async function* splitIntoParts(
  body: Readable,
  tally: HashAndSize,
  { size, spare }: BufferPool,
): AsyncGenerator<BodyPart> {
  const another = () => spare.pop() ?? Buffer.allocUnsafeSlow(size);
  let buffer = another();
  let filled = 0;
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    tally.hash.update(chunk);
    tally.size += chunk.byteLength;
    for (let remaining = chunk; remaining.byteLength > 0; ) {
      if (filled === size) {
        yield { bytes: buffer, isLast: false };
        buffer = another();
        filled = 0;
      }
      const copied = remaining.subarray(0, size - filled);
      buffer.set(copied, filled);
      filled += copied.byteLength;
      remaining = remaining.subarray(copied.byteLength);
    }
  }
  yield { bytes: buffer.subarray(0, filled), isLast: true };
}
