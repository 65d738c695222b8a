import { randomUUID } from 'node:crypto';
import type { Post } from '@guilda/contract/community/social';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  buildComment,
  buildHashtags,
  buildLike,
  buildPost,
} from '../../../../test/fixtures/data/builders.ts';
import { createPostsFixture } from '../../../../test/fixtures/modules/posts-fixture.ts';
import {
  startTestApp,
  type TestApp,
  type TestPerson,
} from '../../../../test/fixtures/server/test-app.ts';
import { encodeCursor } from '../../../platform/cursor.ts';

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

describe('the feed', () => {
  it('is newest first, with authors, likes and comments', async () => {
    const oldPost = await addPost('antes', { created_at: timeAtMinute(1) });
    await addPost('depois', { by: beto, created_at: timeAtMinute(2) });
    await buildLike(app.pool, oldPost, beto.uid);
    await buildComment(app.pool, { post: oldPost, author: beto.uid });
    const { posts, nextCursor } = await readPosts({});
    expect(posts.map(({ title }) => title)).toEqual(['depois', 'antes']);
    expect(nextCursor).toBeNull();
    expect(posts[1]).toEqual({
      uid: oldPost,
      title: 'antes',
      description: '',
      hashtags: [],
      photoURL: null,
      photoSize: null,
      likes: 1,
      liked: false,
      commentCount: 1,
      author: expect.objectContaining({ uid: ana.uid, displayName: 'AnaLista' }),
      createdAt: '2026-11-20T12:01:00.000Z',
      sensitive: false,
      service: null,
      hidden: null,
      withheld: false,
    });
    const likedFlags = (await readPosts({}, beto)).posts.map((post) => post.liked);
    expect(likedFlags).toEqual([false, true]);
  });

  it('is empty at first', async () => {
    expect(await readPosts({})).toEqual({ posts: [], nextCursor: null });
  });

  it('contains new posts at once, also by hashtag', async () => {
    const { publish } = createPostsFixture(app);
    for (const title of ['um', 'dois', 'três']) await publish(ana, { title, hashtags: '#Copa' });
    expect(await readTitles({})).toEqual(['três', 'dois', 'um']);
    const pages = await walkPages({ hashtag: 'copa', limit: '1' });
    expect(pages.map(([post]) => post?.title)).toEqual(['três', 'dois', 'um']);
  });

  it.each([
    { cursor: 'x' },
    { cursor: encodeCursor({ key: '2026-02-30T00:00:00.000000Z', id: randomUUID() }) },
    { cursor: encodeCursor({ key: '2026-11-20T00:00:00.000000Z', id: 'x' }) },
    { cursor: 'x', hashtag: '#' },
    { limit: '0' },
    { limit: '51' },
    { limit: '-1' },
    { limit: 'vinte' },
    { hashtag: 'a'.repeat(77) },
    { q: 'a'.repeat(101) },
  ])('refuses %j', async (query) => {
    const response = await app.fetch(`/api/social/posts?${new URLSearchParams(query)}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: 'Parâmetro inválido.' });
  });
});

describe('a hashtag', () => {
  it.each(['Seleção', '#Seleção', 'selecao', '#SELECAO', ' #seleção '])(
    'is found as %j',
    async (hashtag) => {
      await addPost('com', { hashtags: '#Seleção' });
      await addPost('outra', { hashtags: 'selecionada' });
      expect(await readTitles({ hashtag })).toEqual(['com']);
    },
  );

  it.each(['#', ' ', '...', '#!?', 'nadadisso', 'sele%', "'"])('%j finds none', async (tag) => {
    await addPost('com', { hashtags: '#Seleção' });
    expect(await readPosts({ hashtag: tag })).toEqual({ posts: [], nextCursor: null });
  });
});

it('an empty filter is none', async () => {
  await addPost('dela');
  await addPost('dele', { by: beto });
  const titles = await readTitles({});
  expect(titles).toHaveLength(2);
  for (const query of [{ hashtag: '' }, { author: '' }, { q: '' }, { cursor: '', limit: '' }])
    expect(await readTitles(query)).toEqual(titles);
});

describe('an author', () => {
  it('has a list of their posts, empty for an unknown author', async () => {
    await addPost('dela');
    await addPost('dele', { by: beto });
    expect(await readTitles({ author: ana.uid })).toEqual(['dela']);
    for (const author of [randomUUID(), 'nobody']) expect(await readTitles({ author })).toEqual([]);
  });
});

describe('a text', () => {
  it.each([
    ['desenho', ['Aprendi a desenhar']],
    ['DESENHAR', ['Aprendi a desenhar']],
    ['violão', ['Toquei ontem']],
    ['violao', ['Toquei ontem']],
    ['músicas', ['Nova trilha']],
    ['#trilha', ['Nova trilha']],
    ['tri mus', ['Nova trilha']],
    ['trilha violao', []],
    ['apre dese', ['Aprendi a desenhar']],
    ['de', ['Toquei ontem', 'Aprendi a desenhar']],
    ['a', ['Toquei ontem', 'Aprendi a desenhar']],
    ['qqxxzz', []],
    ['"', []],
    [':* & | !', []],
    ['%', []],
    ['   ', ['Toquei ontem', 'Nova trilha', 'Aprendi a desenhar']],
  ])('%j finds %j', async (q, expectedTitles) => {
    await addPost('Aprendi a desenhar', {
      created_at: timeAtMinute(1),
      description: 'Lápis e papel.',
    });
    await addPost('Nova trilha', { created_at: timeAtMinute(2), hashtags: 'Música' });
    await addPost('Toquei ontem', {
      created_at: timeAtMinute(3),
      description: 'Ao violão de aço.',
    });
    expect(await readTitles({ q })).toEqual(expectedTitles);
  });

  it('pages through many and few matches, newest first', async () => {
    for (let n = 0; n < 7; n += 1) await addPost(`Aula ${n}`, { created_at: timeAtMinute(n % 3) });
    await addPost('Rara', { created_at: timeAtMinute(0) });
    const pages = await walkPages({ q: 'aula', limit: '2' });
    const listedTitles = pages.flat().map(({ title }) => title);
    expect(pages.map(({ length }) => length)).toEqual([2, 2, 2, 1]);
    expect(new Set(listedTitles).size).toBe(7);
    const times = pages.flat().map(({ createdAt }) => createdAt);
    expect(times).toEqual(times.toSorted().toReversed());
    expect(await readTitles({ q: 'rara' })).toEqual(['Rara']);
  });
});

describe('combined filters', () => {
  it('a list contains posts that pass every filter', async () => {
    const allFilters: PostQueryParams = { hashtag: 'Copa', author: ana.uid, q: 'gol' };
    const filterMasks = [0, 1, 2, 3, 4, 5, 6, 7];
    for (const filterMask of filterMasks) {
      await addPost(filterMask & 4 ? `Gol ${filterMask}` : `Nada ${filterMask}`, {
        by: filterMask & 2 ? ana : beto,
        hashtags: filterMask & 1 ? 'copa' : '',
        created_at: timeAtMinute(filterMask),
      });
    }
    for (const filterMask of filterMasks) {
      const filterNames = ['hashtag', 'author', 'q'].filter((_, bit) => filterMask & (1 << bit));
      const query = Object.fromEntries(filterNames.map((name) => [name, allFilters[name] ?? '']));
      const foundMasks = (await readTitles(query)).map((title) => Number(title.slice(-1)));
      expect(foundMasks, filterNames.join()).toEqual(
        filterMasks.filter((mask) => (mask & filterMask) === filterMask).reverse(),
      );
    }
  });
});
