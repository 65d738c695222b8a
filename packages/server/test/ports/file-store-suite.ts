import { createHash } from 'node:crypto';
import { access } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FileStore, StorageUnavailableError } from '../../src/ports/file-store.ts';
import { reachableBytes } from '../reachable-bytes.ts';
import {
  type FileStoreHarness,
  type FileStoreTraits,
  itIfSupported,
} from './file-store-harness.ts';
import { describePresignedUrls } from './file-store-presigned-urls.ts';

const pngOptions = { contentType: 'image/png' };
const mp4Options = { contentType: 'video/mp4' };
const MiB = 1024 * 1024;

const streamOf = (text: string): Readable => Readable.from([Buffer.from(text)]);
const sha256 = (data: string): string => createHash('sha256').update(data).digest('hex');

/** Tests that every {@link FileStore} must pass. */
export function describeFileStore(
  name: string,
  createHarness: () => Promise<FileStoreHarness>,
  { hasPresignedUrls = false, lacks = {} }: FileStoreTraits = {},
): void {
  describe(`file store: ${name}`, () => {
    let harness: FileStoreHarness;
    let store: FileStore;
    beforeEach(async () => {
      harness = await createHarness();
      store = harness.store;
    });
    afterEach(() => harness.close());
    const readFile = async (key: string): Promise<string | null> => {
      const file = await store.get(key);
      return file === null ? null : (await buffer(file.stream)).toString();
    };

    it('returns what was stored, with size, type and hash', async () => {
      const storedFile = await store.put('a/b/c.png', streamOf('conteúdo'), {
        ...pngOptions,
        size: 9,
      });
      expect(storedFile).toEqual({ size: 9, sha256: sha256('conteúdo') });
      expect(await store.stat('a/b/c.png')).toEqual({ size: 9, contentType: 'image/png' });
      const file = await store.get('a/b/c.png');
      expect(file).toMatchObject({ size: 9, contentType: 'image/png' });
      expect(file && (await buffer(file.stream)).toString()).toBe('conteúdo');
    });

    it('keeps an empty file', async () => {
      expect((await store.put('empty.png', Readable.from([]), pngOptions)).size).toBe(0);
      expect(await readFile('empty.png')).toBe('');
    });

    it('returns nothing for a key that was never stored', async () => {
      expect(await store.get('none/here.png')).toBeNull();
      expect(await store.stat('none/here.png')).toBeNull();
    });

    it('returns a range with both ends included, and the size of the whole file', async () => {
      await store.put('r.mp4', streamOf('0123456789'), mp4Options);
      const readRange = async (range: { start: number; end?: number }): Promise<string> => {
        const file = await store.get('r.mp4', { range });
        expect(file).toMatchObject({ size: 10, contentType: 'video/mp4' });
        return file === null ? '' : (await buffer(file.stream)).toString();
      };
      expect(await readRange({ start: 2, end: 4 })).toBe('234');
      expect(await readRange({ start: 7 })).toBe('789');
      expect(await readRange({ start: 8, end: 500 })).toBe('89');
      await expect(store.get('r.mp4', { range: { start: 10 } })).rejects.toThrow(RangeError);
    });

    itIfSupported(lacks, 'a range of one byte')('returns the first byte alone', async () => {
      await store.put('r.mp4', streamOf('0123456789'), mp4Options);
      const file = await store.get('r.mp4', { range: { start: 0, end: 0 } });
      expect(file?.size).toBe(10);
      expect(file && (await buffer(file.stream)).toString()).toBe('0');
    });

    it('replaces a file completely, without disturbing a reader of the old one', async () => {
      await store.put('o.png', streamOf('velho'), pngOptions);
      const openFile = await store.get('o.png');
      await store.put('o.png', streamOf('novo'), pngOptions);
      expect(await readFile('o.png')).toBe('novo');
      expect(openFile && (await buffer(openFile.stream)).toString()).toBe('velho');
    });

    itIfSupported(lacks, 'concurrent writers of one key')(
      'keeps the complete content of one of several concurrent writers',
      async () => {
        const texts = Array.from({ length: 8 }, (_, n) => String(n).repeat(100_000));
        await Promise.all(texts.map((text) => store.put('race.png', streamOf(text), pngOptions)));
        expect(texts).toContain(await readFile('race.png'));
        expect(await harness.contents()).toHaveLength(1);
      },
    );

    it('adopts a complete local file, and leaves nothing of it outside', async () => {
      await store.put('a/x.mp4', streamOf('velho'), mp4Options);
      const path = await harness.newFile('conteúdo');
      await store.adopt('a/x.mp4', path, { ...mp4Options, size: 9 });
      expect(await store.stat('a/x.mp4')).toEqual({ size: 9, contentType: 'video/mp4' });
      expect(await readFile('a/x.mp4')).toBe('conteúdo');
      await expect(access(path)).rejects.toThrow('ENOENT');
      expect(await harness.contents()).toHaveLength(1);
    });

    it('does not adopt a missing file, one of another size, or one whose key has another type', async () => {
      await expect(store.adopt('a/x.mp4', '/none/here', mp4Options)).rejects.toThrow(
        StorageUnavailableError,
      );
      const path = await harness.newFile('1234');
      await expect(store.adopt('a/x.mp4', path, { ...mp4Options, size: 5 })).rejects.toThrow();
      await expect(store.adopt('a/x.png', path, mp4Options)).rejects.toThrow(TypeError);
      await expect(store.adopt('../x.mp4', path, mp4Options)).rejects.toThrow(TypeError);
      expect(await store.stat('a/x.mp4')).toBeNull();
    });

    it('deletes files, and accepts missing ones', async () => {
      await store.put('d/1.png', streamOf('1'), pngOptions);
      await store.put('d/2.png', streamOf('2'), pngOptions);
      await store.put('d/3.png', streamOf('3'), pngOptions);
      await store.delete('d/1.png');
      await store.delete('d/1.png');
      await store.deleteMany(['d/2.png', 'd/none.png', 'other/none.png']);
      await store.deleteMany([]);
      expect(await store.stat('d/1.png')).toBeNull();
      expect(await store.stat('d/2.png')).toBeNull();
      expect(await readFile('d/3.png')).toBe('3');
    });

    it('deletes all files below a prefix and no others', async () => {
      for (const key of ['p/1/a.png', 'p/1/b/c.png', 'p/10/a.png', 'p/2.png']) {
        await store.put(key, streamOf(key), pngOptions);
      }
      await store.deletePrefix('p/1/');
      await store.deletePrefix('p/none/');
      expect(await store.stat('p/1/a.png')).toBeNull();
      expect(await store.stat('p/1/b/c.png')).toBeNull();
      expect(await readFile('p/10/a.png')).toBe('p/10/a.png');
      expect(await readFile('p/2.png')).toBe('p/2.png');
    });

    it.each([
      '../x.png',
      'a/../x.png',
      '/etc/x.png',
      'a//b.png',
      './x.png',
      'a/.x.png',
      'a\\b.png',
      'a\0.png',
      'A.png',
      'á.png',
      'x',
      'x.exe',
      'x.constructor',
      'x.png/y.png',
      'x.png\n',
      '',
      `${'a'.repeat(600)}.png`,
    ])('refuses the key %j', async (key) => {
      await expect(store.put(key, streamOf('x'), pngOptions)).rejects.toThrow(TypeError);
      await expect(store.get(key)).rejects.toThrow(TypeError);
      await expect(store.stat(key)).rejects.toThrow(TypeError);
      await expect(store.delete(key)).rejects.toThrow(TypeError);
      await expect(store.deleteMany([key])).rejects.toThrow(TypeError);
      expect(await harness.contents()).toEqual([]);
    });

    it.each(['', '/', 'a', '../', 'a/../', 'a/./', '//'])(
      'refuses the prefix %j',
      async (prefix) => {
        await store.put('a/b.png', streamOf('x'), pngOptions);
        await expect(store.deletePrefix(prefix)).rejects.toThrow(TypeError);
        expect(await readFile('a/b.png')).toBe('x');
      },
    );

    it('refuses a type that does not match the key', async () => {
      await expect(store.put('t.png', streamOf('x'), mp4Options)).rejects.toThrow(TypeError);
      expect(await harness.contents()).toEqual([]);
    });

    if (hasPresignedUrls) describePresignedUrls(() => harness);

    describe('a put that fails', () => {
      const brokenBody = async function* (): AsyncGenerator<Buffer> {
        yield Buffer.alloc(3 * MiB, 1);
        throw new Error('the client went away');
      };

      it('passes on the error of the body and leaves nothing behind', async () => {
        const putPromise = store.put('f.png', Readable.from(brokenBody()), pngOptions);
        await expect(putPromise).rejects.toThrow('the client went away');
        expect(await store.stat('f.png')).toBeNull();
        expect(await harness.contents()).toEqual([]);
      });

      it('keeps the existing file', async () => {
        await store.put('f.png', streamOf('antes'), pngOptions);
        await expect(store.put('f.png', Readable.from(brokenBody()), pngOptions)).rejects.toThrow();
        expect(await readFile('f.png')).toBe('antes');
        expect(await harness.contents()).toHaveLength(1);
      });

      it('fails on a body destroyed in the middle, at once or before', async () => {
        const silentStream = new Readable({ read: () => undefined });
        const putPromise = store.put('f.png', silentStream, pngOptions);
        silentStream.push(Buffer.alloc(1000));
        setImmediate(() => silentStream.destroy());
        await expect(putPromise).rejects.toThrow();
        const destroyedStream = new Readable({ read: () => undefined });
        destroyedStream.destroy(new Error('gone before'));
        await expect(store.put('f.png', destroyedStream, pngOptions)).rejects.toThrow(
          'gone before',
        );
        expect(await harness.contents()).toEqual([]);
      });

      it.each([3, 5])('fails when %i bytes were announced and 4 arrive', async (size) => {
        await expect(
          store.put('s.png', streamOf('1234'), { ...pngOptions, size }),
        ).rejects.toThrow();
        expect(await harness.contents()).toEqual([]);
      });
    });

    itIfSupported(lacks, 'an outage')(
      'reports the storage as unavailable in every operation',
      async () => {
        await store.put('u/1.png', streamOf('1'), pngOptions);
        await expect(store.ping()).resolves.toBeUndefined();
        await harness.breakStorage();
        const path = await harness.newFile('3');
        const operations = {
          adopt: () => store.adopt('u/3.png', path, pngOptions),
          put: () => store.put('u/2.png', streamOf('2'), pngOptions),
          get: () => store.get('u/1.png'),
          stat: () => store.stat('u/1.png'),
          delete: () => store.delete('u/1.png'),
          deleteMany: () => store.deleteMany(['u/1.png']),
          deletePrefix: () => store.deletePrefix('u/'),
          ping: () => store.ping(),
        };
        const expectations = Object.entries(operations).map(([name, ask]) =>
          expect(ask(), name).rejects.toThrow(StorageUnavailableError),
        );
        await Promise.all(expectations);
        await harness.repairStorage();
        expect(await readFile('u/1.png')).toBe('1');
        expect(await harness.contents()).toHaveLength(1);
      },
    );

    const transfer100MB = async () => {
      const bytesBefore = reachableBytes();
      let peakBytes = 0;
      const sampleMemory = (chunkIndex: number): void => {
        if (chunkIndex % 200 === 199) peakBytes = Math.max(peakBytes, reachableBytes());
      };
      const generateChunks = function* (): Generator<Buffer> {
        for (let n = 0; n < 1600; n += 1) {
          sampleMemory(n);
          yield Buffer.alloc(64 * 1024, n);
        }
      };
      const storedFile = await store.put('big.mp4', Readable.from(generateChunks()), mp4Options);
      const hash = createHash('sha256');
      const file = await store.get('big.mp4');
      let readChunks = 0;
      for await (const chunk of file?.stream ?? []) {
        sampleMemory(readChunks);
        readChunks += 1;
        hash.update(chunk);
      }
      expect(storedFile).toEqual({ size: 100 * MiB, sha256: hash.digest('hex') });
      expect(peakBytes).toBeGreaterThan(0);
      expect(peakBytes - bytesBefore).toBeLessThan(40 * MiB);
    };
    itIfSupported(lacks, 'a large file')(
      'stores and returns 100 MB without keeping it in memory',
      transfer100MB,
      60_000,
    );
  });
}
