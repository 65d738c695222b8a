import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hashFile } from './hash-file.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guilda-hash-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it.each([0, 1, 256 * 1024, 600_001])('is the SHA-256 of all %d bytes of the file', async (size) => {
  const bytes = randomBytes(size);
  await writeFile(join(folder, 'file'), bytes);
  expect(await hashFile(join(folder, 'file'))).toBe(
    createHash('sha256').update(bytes).digest('hex'),
  );
});
