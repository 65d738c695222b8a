import { expect, test } from 'vitest';
import { decrypt, encrypt } from './encryption.ts';

const PASSPHRASE = 'a passphrase of some length';

async function concatenateStream(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function* splitContent(content: Buffer, partSize: number, onEnd: () => void) {
  try {
    for (let offset = 0; offset < content.byteLength; offset += partSize) {
      yield content.subarray(offset, offset + partSize);
    }
  } finally {
    onEnd();
  }
}

test('a reader that stops also stops the source, without a later error', async () => {
  const plaintext = Buffer.alloc(2_000_000, 'guilda');
  const encrypted = await concatenateStream(
    encrypt(
      splitContent(plaintext, 65_536, () => {}),
      PASSPHRASE,
      4,
    ),
  );
  for (const size of [1_000, 16_000, 65_536, 1_048_576]) {
    for (let wantedChunks = 1; wantedChunks < 20; wantedChunks += 1) {
      const { promise: ended, resolve } = Promise.withResolvers<void>();
      let chunkCount = 0;
      for await (const _part of decrypt(splitContent(encrypted, size, resolve), PASSPHRASE)) {
        chunkCount += 1;
        if (chunkCount === wantedChunks) break;
      }
      await ended;
      expect(chunkCount).toBe(wantedChunks);
    }
  }
});
