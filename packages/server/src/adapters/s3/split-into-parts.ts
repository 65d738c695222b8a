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
  hashAndSize: HashAndSize,
  { size, spare }: BufferPool,
): AsyncGenerator<BodyPart> {
  const takeBuffer = () => spare.pop() ?? Buffer.allocUnsafeSlow(size);
  let buffer = takeBuffer();
  let filledBytes = 0;
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    hashAndSize.hash.update(chunk);
    hashAndSize.size += chunk.byteLength;
    for (let remainingBytes = chunk; remainingBytes.byteLength > 0; ) {
      if (filledBytes === size) {
        yield { bytes: buffer, isLast: false };
        buffer = takeBuffer();
        filledBytes = 0;
      }
      const copiedBytes = remainingBytes.subarray(0, size - filledBytes);
      buffer.set(copiedBytes, filledBytes);
      filledBytes += copiedBytes.byteLength;
      remainingBytes = remainingBytes.subarray(copiedBytes.byteLength);
    }
  }
  yield { bytes: buffer.subarray(0, filledBytes), isLast: true };
}
