import type { Hash } from 'node:crypto';
import type { Readable } from 'node:stream';

/** What has been read of a body. */
export interface Tally {
  readonly hash: Hash;
  size: number;
}

export interface Piece {
  readonly bytes: Buffer;
  readonly last: boolean;
}

/** Of one size, each used again for a later piece once it is sent: what is thrown away piles up. */
export interface Buffers {
  readonly size: number;
  readonly spare: Buffer[];
}

/** The body in pieces of the buffers' size; only the last is smaller, or empty where all is. */
export async function* piecesOf(
  body: Readable,
  tally: Tally,
  { size, spare }: Buffers,
): AsyncGenerator<Piece> {
  const another = () => spare.pop() ?? Buffer.allocUnsafeSlow(size);
  let buffer = another();
  let filled = 0;
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    tally.hash.update(chunk);
    tally.size += chunk.byteLength;
    for (let rest = chunk; rest.byteLength > 0; ) {
      if (filled === size) {
        yield { bytes: buffer, last: false };
        buffer = another();
        filled = 0;
      }
      const taken = rest.subarray(0, size - filled);
      buffer.set(taken, filled);
      filled += taken.byteLength;
      rest = rest.subarray(taken.byteLength);
    }
  }
  yield { bytes: buffer.subarray(0, filled), last: true };
}
