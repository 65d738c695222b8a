import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { StorageUnavailableError } from '../../ports/file-store.ts';
import { readFreeBytes, requireFreeSpace } from './free-space.ts';

it('lets write while more is free than is to stay, and not otherwise', async () => {
  const free = await readFreeBytes(tmpdir());
  await requireFreeSpace(tmpdir(), { minFreeBytes: free / 2 })();
  await expect(requireFreeSpace(tmpdir(), { minFreeBytes: free * 2 })()).rejects.toThrow(
    StorageUnavailableError,
  );
});

it('is unavailable where the folder is gone, unless nothing is to stay free', async () => {
  await expect(requireFreeSpace('/nowhere/at/all', { minFreeBytes: 1 })()).rejects.toThrow(
    StorageUnavailableError,
  );
  await requireFreeSpace('/nowhere/at/all', { minFreeBytes: 0 })();
});
