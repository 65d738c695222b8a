import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FileStore, StorageUnavailableError } from '../../src/ports/file-store.ts';
import { itIfSupported } from '../ports/file-store-harness.ts';
import { openBucket, type S3Kind, type TestBucket } from './bucket.ts';

const MiB = 1024 * 1024;
const mp4Options = { contentType: 'video/mp4' };
const streamOf = (content: string) => Readable.from([Buffer.from(content)]);
const generateParts = function* (count: number) {
  for (let n = 0; n < count; n += 1) yield Buffer.alloc(MiB, n);
};

/** Tests of the S3 adapter beyond its port, run against every store. */
export function describeBucket({ name, lacks, pageSize, start }: S3Kind): void {
  describe(`bucket: ${name}`, () => {
    let bucket: TestBucket;
    let store: FileStore;
    beforeEach(async () => {
      bucket = await start();
      store = await openBucket(bucket);
    });
    afterEach(() => bucket.close());
    const readFile = async (range?: { start: number; end: number }) => {
      const file = await store.get('a.mp4', range ? { range } : {});
      return buffer(file?.stream ?? streamOf(''));
    };

    it('cannot be opened with other keys, or when it does not exist', async () => {
      const expectUnavailableAt = (changes: Partial<TestBucket['address']>) =>
        expect(openBucket(bucket, changes)).rejects.toThrow(StorageUnavailableError);
      await expectUnavailableAt({ keys: { id: 'OUTRO', secret: 'outro' } });
      await expectUnavailableAt({ bucket: 'guilda-outro' });
    });

    it('contains a file uploaded in parts once they are joined', async () => {
      const allBytes = Buffer.concat([...generateParts(11)]);
      const storedFile = await store.put('a.mp4', Readable.from(generateParts(11)), {
        ...mp4Options,
        size: 11 * MiB,
      });
      expect(storedFile.size).toBe(11 * MiB);
      expect((await readFile()).equals(allBytes)).toBe(true);
      const [start, end] = [5 * MiB - 3, 5 * MiB + 2];
      expect(await readFile({ start, end })).toEqual(allBytes.subarray(start, end + 1));
      expect(await bucket.contents()).toHaveLength(1);
    });

    /**
     * Puts 12 MiB with the announced `size` over an existing file, which must fail with `message`. Without a `size`,
     * the body itself fails.
     */
    const expectFailure = async (size: number | undefined, message: string) => {
      await store.put('a.mp4', streamOf('antes'), mp4Options);
      const body = function* () {
        yield* generateParts(12);
        if (size === undefined) throw new Error('the client went away');
      };
      const options = size === undefined ? mp4Options : { ...mp4Options, size };
      await expect(store.put('a.mp4', Readable.from(body()), options)).rejects.toThrow(message);
    };

    it.each([
      ['its body fails', undefined, 'the client went away'],
      ['more bytes come than announced', 10 * MiB, 'another size'],
      ['fewer bytes come than announced', 13 * MiB, 'another size'],
    ])('keeps the file that was there when parts are sent and %s', async (_, size, message) => {
      await expectFailure(size, message);
      expect((await readFile()).toString()).toBe('antes');
    });

    itIfSupported(lacks, 'cleaning up a failed upload')(
      'keeps no part of a failed upload',
      async () => {
        await expectFailure(undefined, 'the client went away');
        expect(await bucket.contents()).toHaveLength(1);
      },
    );

    it('deletes more files than one call may contain', async () => {
      const keys = Array.from({ length: 1_500 }, (_, n) => `m/${n}.mp4`);
      for (const n of [0, 1_499]) await store.put(keys[n] ?? '', streamOf('x'), mp4Options);
      await store.deleteMany(keys);
      expect(await bucket.contents()).toEqual([]);
    }, 60_000);

    const deletesPages = async () => {
      const count = Math.min(2 * pageSize, pageSize + 50) + 2;
      const keys = Array.from({ length: count }, (_, n) => `p/${n}.mp4`);
      while (keys.length > 0) {
        await Promise.all(
          keys.splice(0, 16).map((key) => store.put(key, streamOf('x'), mp4Options)),
        );
      }
      await store.put('q/1.mp4', streamOf('x'), mp4Options);
      await store.deletePrefix('p/');
      expect(await bucket.contents()).toHaveLength(1);
      expect(await store.stat('q/1.mp4')).not.toBeNull();
    };
    itIfSupported(lacks, 'a second page')(
      'deletes files below a prefix page by page',
      deletesPages,
      120_000,
    );
  });
}
