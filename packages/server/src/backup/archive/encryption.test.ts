import { expect, test } from 'vitest';
import { decrypt, encrypt } from './encryption.ts';

const PASSPHRASE = 'a passphrase of some length';

async function concatenateStream(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of bytes) parts.push(part);
  return Buffer.concat(parts);
}

async function* splitContent(content: Buffer, partSize: number, onEnd: () => void) {
  try {
    for (let from = 0; from < content.byteLength; from += partSize) {
      yield content.subarray(from, from + partSize);
    }
  } finally {
    onEnd();
  }
}

test('a reader that stops also stops the source, without a later error', async () => {
  const plain = Buffer.alloc(2_000_000, 'guilda');
  const locked = await concatenateStream(
    encrypt(
      splitContent(plain, 65_536, () => {}),
      PASSPHRASE,
      4,
    ),
  );
  for (const size of [1_000, 16_000, 65_536, 1_048_576]) {
    for (let wanted = 1; wanted < 20; wanted += 1) {
      const { promise: ended, resolve } = Promise.withResolvers<void>();
      let parts = 0;
      for await (const _part of decrypt(splitContent(locked, size, resolve), PASSPHRASE)) {
        parts += 1;
        if (parts === wanted) break;
      }
      await ended;
      expect(parts).toBe(wanted);
    }
  }
});
