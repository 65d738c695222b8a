import { describe, expect, it } from 'vitest';
import { fakeClock } from '../../../../test/fixtures/fakes/fake-clock.ts';
import type { AuthorHashtagCount, CountedHashtag } from './hashtag-queries.ts';
import { createRefreshingCache, subtractCounts } from './trending-hashtags.ts';

const buildCountedHashtag = (
  tag: string,
  authors: number,
  names: Record<string, number> = { [tag]: authors },
): CountedHashtag => ({
  tag,
  authors,
  posts: Object.values(names).reduce((sum, posts) => sum + posts, 0),
  names: Object.entries(names).map(([name, posts]) => ({ name, posts })),
  asOf: '2026-11-20 12:00:00+00',
});

const buildAuthorHashtagCount = (
  tag: string,
  author: string,
  posts = 1,
  name = tag,
): AuthorHashtagCount => ({
  tag,
  author,
  posts,
  name,
});

const toCountedTuples = (hashtags: readonly CountedHashtag[]) =>
  hashtags.map(({ tag, authors, posts, names }) => [tag, authors, posts, names[0]?.name].join(' '));

describe('subtracting the posts of some people', () => {
  it('subtracts their posts, each author once, and their spelling', () => {
    const weeklyHashtags = [
      buildCountedHashtag('copa', 4, { COPA: 5, Copa: 3 }),
      buildCountedHashtag('gol', 3),
    ];
    const hiddenCounts = [
      buildAuthorHashtagCount('copa', 'ana', 4, 'COPA'),
      buildAuthorHashtagCount('copa', 'ana', 1, 'Copa'),
    ];
    expect(toCountedTuples(subtractCounts(weeklyHashtags, hiddenCounts))).toEqual([
      'copa 3 3 Copa',
      'gol 3 3 gol',
    ]);
  });

  it('drops hashtags nobody else used, and sorts the rest', () => {
    const weeklyHashtags = [
      buildCountedHashtag('c', 3),
      buildCountedHashtag('b', 2),
      buildCountedHashtag('a', 2),
      buildCountedHashtag('d', 1),
    ];
    const hiddenCounts = [
      buildAuthorHashtagCount('c', 'ana'),
      buildAuthorHashtagCount('c', 'bia'),
      buildAuthorHashtagCount('d', 'ana'),
    ];
    expect(toCountedTuples(subtractCounts(weeklyHashtags, hiddenCounts))).toEqual([
      'a 2 2 a',
      'b 2 2 b',
      'c 1 1 c',
    ]);
  });

  it('ignores hashtags that were not counted', () => {
    expect(
      toCountedTuples(
        subtractCounts([buildCountedHashtag('a', 1)], [buildAuthorHashtagCount('z', 'ana')]),
      ),
    ).toEqual(['a 1 1 a']);
    expect(subtractCounts([], [buildAuthorHashtagCount('z', 'ana')])).toEqual([]);
  });
});

describe('the refreshing cache', () => {
  function createFixture() {
    const clock = fakeClock();
    const startedReads: { end(): void; fail(): void }[] = [];
    const readCached = createRefreshingCache(clock, () => {
      const readNumber = startedReads.length + 1;
      return new Promise<number>((resolve, reject) => {
        startedReads.push({
          end: () => resolve(readNumber),
          fail: () => reject(new Error('down')),
        });
      });
    });
    return { clock, readCached, startedReads };
  }

  it('loads once for concurrent callers, and keeps the result for a minute', async () => {
    const { clock, readCached, startedReads } = createFixture();
    const answers = [readCached(), readCached(), readCached()];
    startedReads[0]?.end();
    expect(await Promise.all(answers)).toEqual([1, 1, 1]);
    clock.advance(59_999);
    expect(await readCached()).toBe(1);
    expect(startedReads).toHaveLength(1);
  });

  it('serves the old result during a refresh', async () => {
    const { clock, readCached, startedReads } = createFixture();
    const firstRead = readCached();
    startedReads[0]?.end();
    await firstRead;
    clock.advance(60_000);
    expect(await Promise.all([readCached(), readCached()])).toEqual([1, 1]);
    expect(startedReads).toHaveLength(2);
    startedReads[1]?.end();
    await expect.poll(readCached).toBe(2);
  });

  it('serves no result older than two minutes', async () => {
    const { clock, readCached, startedReads } = createFixture();
    const firstRead = readCached();
    startedReads[0]?.end();
    await firstRead;
    clock.advance(120_000);
    const secondRead = readCached();
    startedReads[1]?.end();
    expect(await secondRead).toBe(2);
  });

  it('survives a failed background refresh and reports a failed awaited one', async () => {
    const { clock, readCached, startedReads } = createFixture();
    const firstRead = readCached();
    startedReads[0]?.end();
    await firstRead;
    clock.advance(60_000);
    expect(await readCached()).toBe(1);
    startedReads[1]?.fail();
    await expect.poll(() => readCached().then(() => startedReads.length)).toBe(3);
    clock.advance(60_000);
    const waitingRead = readCached();
    startedReads[2]?.fail();
    await expect(waitingRead).rejects.toThrow('down');
    const repeatedRead = readCached();
    startedReads[3]?.end();
    expect(await repeatedRead).toBe(4);
  });
});
