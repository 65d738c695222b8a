import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { StorageUnavailableError } from '../../ports/file-store.ts';
import { readFreeBytes, requireFreeSpace } from './free-space.ts';

it('writing is allowed while more space is free than the minimum, and not otherwise', async () => {
  const freeBytes = await readFreeBytes(tmpdir());
  await requireFreeSpace(tmpdir(), { minFreeBytes: freeBytes / 2 })();
  await expect(requireFreeSpace(tmpdir(), { minFreeBytes: freeBytes * 2 })()).rejects.toThrow(
    StorageUnavailableError,
  );
});

it('the check is unavailable when the folder is missing, unless the minimum is zero', async () => {
  await expect(requireFreeSpace('/nowhere/at/all', { minFreeBytes: 1 })()).rejects.toThrow(
    StorageUnavailableError,
  );
  await requireFreeSpace('/nowhere/at/all', { minFreeBytes: 0 })();
});
