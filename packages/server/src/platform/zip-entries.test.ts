import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { readZipEntries } from '../../test/fixtures/checks/zip-entries.ts';
import { type ZipEntry, zipOfEntries } from './zip-entries.ts';

const modifiedAt = new Date('2026-11-22T12:00:00Z');

const createZipEntry = (name: string, content: Iterable<string>, compress = true): ZipEntry => ({
  name,
  compress,
  open: async () => Readable.from(content, { objectMode: false }),
});

async function* streamOf(...entries: ZipEntry[]) {
  yield* entries;
}

/** The contents of a zip as text. */
const readZip = async (stream: Readable) =>
  readZipEntries(await buffer(stream)).map(({ name, bytes }) => [name, bytes.toString()]);

describe('a streamed zip', () => {
  it('contains its entries in order, without missing ones', async () => {
    const missingEntry = { name: 'c', compress: false, open: async () => null };
    const zip = zipOfEntries(
      streamOf(createZipEntry('a', ['1', '2']), missingEntry, createZipEntry('é/b', ['3'], false)),
      modifiedAt,
    );
    expect(await readZip(zip)).toEqual([
      ['a', '12'],
      ['é/b', '3'],
    ]);
  });

  it('may be empty', async () => {
    expect(await readZip(zipOfEntries(streamOf(), modifiedAt))).toEqual([]);
  });

  it('applies backpressure', async () => {
    let yieldedCount = 0;
    const pieces = (function* () {
      for (; yieldedCount < 10_000; yieldedCount += 1) yield 'x'.repeat(16_384);
    })();
    const zip = zipOfEntries(streamOf(createZipEntry('a', pieces, false)), modifiedAt);
    for await (const _ of zip) break;
    expect(yieldedCount).toBeLessThan(100);
  });

  it('opens one entry after the other', async () => {
    let openCount = 0;
    const openCounts: number[] = [];
    const createCountedEntry = (name: string): ZipEntry => ({
      ...createZipEntry(name, ['x'.repeat(100_000)], false),
      open: async () => {
        openCount += 1;
        openCounts.push(openCount);
        return Readable.from(['x'.repeat(100_000)], { objectMode: false }).once('close', () => {
          openCount -= 1;
        });
      },
    });
    await readZip(
      zipOfEntries(
        streamOf(createCountedEntry('a'), createCountedEntry('b'), createCountedEntry('c')),
        modifiedAt,
      ),
    );
    expect(openCounts).toEqual([1, 1, 1]);
  });

  it.each([
    ['an entry that cannot be read', () => streamOf(createZipEntry('a', yieldThenFail()))],
    [
      'an entry that cannot be opened',
      () => streamOf({ ...createZipEntry('a', []), open: failToOpen }),
    ],
    ['entries that cannot be listed', () => listThenFail()],
    [
      'an entry of another size',
      () => streamOf({ ...createZipEntry('a', ['12']), size: 3, compress: false }),
    ],
  ])('ends with an error by %s', async (_, entries) => {
    await expect(buffer(zipOfEntries(entries(), modifiedAt))).rejects.toThrow();
  });

  it('releases everything when it is destroyed', async () => {
    let isListing = true;
    let content: Readable | undefined;
    const entries = (async function* () {
      try {
        yield {
          ...createZipEntry('a', []),
          open: async () => {
            content = new Readable({ read: () => undefined });
            return content;
          },
        };
      } finally {
        isListing = false;
      }
    })();
    const zip = zipOfEntries(entries, modifiedAt);
    await expect.poll(() => content).toBeDefined();
    zip.destroy();
    await expect
      .poll(() => ({ isListing, destroyed: content?.destroyed }))
      .toEqual({
        isListing: false,
        destroyed: true,
      });
  });
});

function* yieldThenFail() {
  yield 'x'.repeat(100_000);
  throw new Error('no more');
}

async function failToOpen(): Promise<Readable> {
  throw new Error('not to be opened');
}

async function* listThenFail(): AsyncGenerator<ZipEntry> {
  yield createZipEntry('a', ['1']);
  throw new Error('not to be listed');
}
