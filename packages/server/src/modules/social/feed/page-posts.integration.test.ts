import type { Post } from '@guilda/contract/community/social';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildHashtags, buildPost } from '../../../../test/fixtures/data/builders.ts';
import {
  startTestApp,
  type TestApp,
  type TestPerson,
} from '../../../../test/fixtures/server/test-app.ts';

let app: TestApp;
let ana: TestPerson;
let beto: TestPerson;
beforeAll(async () => {
  app = await startTestApp();
  ana = await app.signIn('AnaLista');
  beto = await app.signIn('BetoLista');
});
afterEach(() => app.pool.query('TRUNCATE posts CASCADE'));
afterAll(() => app.close());

type PostQueryParams = Record<string, string>;

const readPosts = async (query: PostQueryParams, reader: Pick<TestPerson, 'fetch'> = app) => {
  const response = await reader.fetch(`/api/social/posts?${new URLSearchParams(query)}`);
  expect(response.status, JSON.stringify(query)).toBe(200);
  return (await response.json()) as { posts: Post[]; nextCursor: string | null };
};

const readTitles = async (query: PostQueryParams = {}, reader?: TestPerson) =>
  (await readPosts(query, reader)).posts.map(({ title }) => title);

/** Reads all pages of a list; `betweenPages` runs before each further page. */
async function walkPages(
  query: PostQueryParams,
  betweenPages: () => Promise<unknown> = async () => undefined,
) {
  const pages: Post[][] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const page = await readPosts(cursor === '' ? query : { ...query, cursor });
    pages.push(page.posts);
    cursor = page.nextCursor;
    if (cursor !== null) await betweenPages();
  }
  return pages;
}

const timeAtMinute = (minutes: number) => new Date(Date.UTC(2026, 10, 20, 12, minutes));

interface CreatedPostOptions {
  readonly by?: TestPerson;
  readonly hashtags?: string;
  readonly description?: string;
  readonly created_at?: Date;
}

async function addPost(
  title: string,
  { by = ana, hashtags = '', ...columns }: CreatedPostOptions = {},
) {
  const uid = await buildPost(app.pool, by.uid, { title, ...columns });
  if (hashtags !== '') await buildHashtags(app.pool, uid, [hashtags]);
  return uid;
}

describe('a rare match', () => {
  it('is found behind thousands of posts, with any filters', async () => {
    await addPost('Agulha', { created_at: timeAtMinute(0), hashtags: 'copa' });
    await app.pool.query(
      `INSERT INTO posts (uid, author_id, title, created_at)
       SELECT gen_random_uuid(), CASE WHEN n % 2 = 0 THEN $1::uuid ELSE $2 END, 'Palha',
         timestamptz '2026-11-20T13:00:00Z' + n * interval '1 ms'
       FROM generate_series(1, 4200) AS n`,
      [ana.uid, beto.uid],
    );
    await app.pool.query(
      `INSERT INTO post_hashtags (tag, name, post_uid, created_at)
       SELECT 'copa', 'copa', uid, created_at FROM posts
       WHERE title = 'Palha' AND author_id = $1`,
      [beto.uid],
    );
    const queries: PostQueryParams[] = [
      { q: 'agulha' },
      { q: 'agul', author: ana.uid },
      { q: 'agulha', hashtag: 'copa' },
      { hashtag: 'copa', author: ana.uid },
      { hashtag: 'copa', author: ana.uid, q: 'agulha' },
    ];
    for (const query of queries) expect(await readTitles(query)).toEqual(['Agulha']);
  });
});

describe('paging', () => {
  it('loses none of a thousand posts of one instant', async () => {
    await app.pool.query(
      `INSERT INTO posts (uid, author_id, title, created_at)
       SELECT gen_random_uuid(), $1, n::text, '2026-11-20T12:00:00.123456Z'
       FROM generate_series(1, 1000) AS n`,
      [ana.uid],
    );
    for (const limit of [50, 49, 20]) {
      const pages = await walkPages({ limit: String(limit) });
      expect(new Set(pages.flat().map(({ uid }) => uid)).size).toBe(1000);
      expect(pages.flat()).toHaveLength(1000);
      expect(pages.slice(0, -1).every(({ length }) => length === limit)).toBe(true);
    }
  });

  /** A random post. There are only three creation times, so that many posts have the same time. */
  const rowArbitrary = fc.record({
    at: fc.integer({ min: 0, max: 2 }),
    hashtag: fc.boolean(),
    author: fc.boolean(),
    q: fc.boolean(),
  });
  type Row = typeof rowArbitrary extends fc.Arbitrary<infer T> ? T : never;

  const addRow = ({ at, hashtag, author, q }: Row) =>
    addPost(q ? 'Gol' : 'Nada', {
      by: author ? ana : beto,
      created_at: timeAtMinute(at),
      hashtags: hashtag ? 'copa' : '',
    });

  it('shows every post once, while others are published', async () => {
    const filterValues = { hashtag: 'copa', author: ana.uid, q: 'gol' };
    const walkWhile = async (
      filters: (keyof typeof filterValues)[],
      limit: number,
      rowsBefore: Row[],
      laterRows: Row[],
    ) => {
      await app.pool.query('TRUNCATE posts CASCADE');
      const query = Object.fromEntries(filters.map((name) => [name, filterValues[name]]));
      const expectedUids: string[] = [];
      for (const row of rowsBefore) {
        const uid = await addRow(row);
        if (filters.every((name) => row[name])) expectedUids.push(uid);
      }
      const pages = await walkPages({ ...query, limit: String(limit) }, async () => {
        const nextRow = laterRows.pop();
        if (nextRow) await addRow(nextRow);
      });
      const listedUids = pages.flat().map(({ uid }) => uid);
      expect(new Set(listedUids).size).toBe(listedUids.length);
      expect(expectedUids.filter((uid) => !listedUids.includes(uid))).toEqual([]);
    };
    await fc.assert(
      fc.asyncProperty(
        fc.subarray(['hashtag', 'author', 'q'] as const),
        fc.integer({ min: 1, max: 6 }),
        fc.array(rowArbitrary, { minLength: 1, maxLength: 20 }),
        fc.array(rowArbitrary, { maxLength: 5 }),
        walkWhile,
      ),
      { numRuns: 40 },
    );
  });
});
