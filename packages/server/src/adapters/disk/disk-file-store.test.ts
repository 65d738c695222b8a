import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { describeFileStore } from '../../../test/ports/file-store-suite.ts';
import type { Clock } from '../../ports/clock.ts';
import { StorageUnavailableError } from '../../ports/file-store.ts';
import { openDiskFileStore } from './index.ts';

const clock: Clock = { now: () => new Date() };

/** Files in `directory` at any depth. */
async function filesIn(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

describeFileStore('disk', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'guilda-files-'));
  const storeRoot = join(directory, 'files');
  const movedRoot = join(directory, 'aside');
  const outsideFolder = await mkdtemp(join(tmpdir(), 'guilda-outside-'));
  return {
    newFile: async (content) => {
      const path = join(outsideFolder, randomUUID());
      await writeFile(path, content);
      return path;
    },
    store: await openDiskFileStore({ directory: storeRoot, clock }),
    contents: () => filesIn(directory),
    // A file replaces the folder of the store; file permissions would not stop a test that runs as root.
    breakStorage: async () => {
      await rename(storeRoot, movedRoot);
      await writeFile(storeRoot, '');
    },
    repairStorage: async () => {
      await rm(storeRoot);
      await rename(movedRoot, storeRoot);
    },
    close: async () => {
      await rm(directory, { recursive: true, force: true });
      await rm(outsideFolder, { recursive: true, force: true });
    },
  };
});

describe('disk file store', () => {
  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'guilda-files-'));
  });
  afterEach(() => rm(directory, { recursive: true, force: true }));

  it('serves files that were stored before it was opened again', async () => {
    const firstStore = await openDiskFileStore({ directory, clock });
    await firstStore.put('a.png', Readable.from([Buffer.from('x')]), { contentType: 'image/png' });
    const secondStore = await openDiskFileStore({ directory, clock });
    expect(await secondStore.stat('a.png')).toEqual({ size: 1, contentType: 'image/png' });
  });

  it('adopts a file of another volume by copying it', async (context) => {
    const otherVolume = await mkdtemp('/dev/shm/guilda-').catch(() => undefined);
    if (!otherVolume || (await stat(otherVolume)).dev === (await stat(directory)).dev)
      return context.skip();
    const path = join(otherVolume, 'file');
    await writeFile(path, 'x');
    const store = await openDiskFileStore({ directory, clock });
    await store.adopt('a.png', path, { contentType: 'image/png' });
    expect(await readdir(otherVolume)).toEqual([]);
    expect(await filesIn(directory)).toEqual(['a.png']);
    await rm(otherVolume, { recursive: true });
  });

  it('refuses to open at a path where no directory can be created', async () => {
    await writeFile(join(directory, 'plain'), '');
    const storePromise = openDiskFileStore({ directory: join(directory, 'plain'), clock });
    await expect(storePromise).rejects.toThrow(StorageUnavailableError);
  });

  it('is unavailable, not empty, when its volume is missing', async () => {
    const store = await openDiskFileStore({ directory, clock });
    await rm(join(directory, 'objects'), { recursive: true });
    await expect(store.get('a.png')).rejects.toThrow(StorageUnavailableError);
    await expect(
      store.put('a.png', Readable.from([Buffer.from('x')]), { contentType: 'image/png' }),
    ).rejects.toThrow(StorageUnavailableError);
    expect(await filesIn(directory)).toEqual([]);
  });
});
