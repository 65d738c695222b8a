import type { TrendingHashtag } from '@guilda/contract/community/social';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildHashtags, buildPost, buildUser } from '../../../../test/fixtures/data/builders.ts';
import { fakeClock } from '../../../../test/fixtures/fakes/fake-clock.ts';
import { createPostsFixture } from '../../../../test/fixtures/modules/posts-fixture.ts';
import {
  startTestApp,
  type TestApp,
  type TestPerson,
} from '../../../../test/fixtures/server/test-app.ts';
import { countHashtagsOfBlockedAuthors } from './hashtag-queries.ts';

const clock = fakeClock(new Date().toISOString());
let app: TestApp;
let authorUids: string[];
let personCount = 0;
beforeAll(async () => {
  app = await startTestApp({ clock });
  authorUids = await Promise.all(Array.from({ length: 5 }, () => buildUser(app.pool)));
});
afterEach(async () => {
  await app.pool.query('TRUNCATE posts CASCADE');
  // Lets the cached counts expire.
  clock.advance(120_000);
});
afterAll(() => app.close());

/** Signs in a new person, so that the session is valid at the current time of the test clock. */
const newPerson = () => {
  personCount += 1;
  return app.signIn(`Tendencia${personCount}`);
};

const listTrendingHashtags = async (reader: Pick<TestPerson, 'fetch'> = app) => {
  const response = await reader.fetch('/api/social/hashtags');
  expect(response.status).toBe(200);
  return ((await response.json()) as { hashtags: TrendingHashtag[] }).hashtags;
};

const readTrendingNames = async (reader?: Pick<TestPerson, 'fetch'>) =>
  (await listTrendingHashtags(reader)).map(({ name }) => name);

const addPosts = async (author: number | string, hashtags: string, columns: object = {}) => {
  const uid = typeof author === 'string' ? author : (authorUids[author] ?? '');
  await buildHashtags(app.pool, await buildPost(app.pool, uid, { ...columns }), [hashtags]);
};

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);

describe('trending hashtags', () => {
  it('are none at first', async () => {
    expect(await listTrendingHashtags()).toEqual([]);
  });

  it('are sorted by authors, posts, name; each in its most used spelling', async () => {
    for (const author of [0, 1, 2]) await addPosts(author, 'Seleção');
    await addPosts(0, '#SELECAO');
    for (const author of [0, 0, 0, 0, 0, 1]) await addPosts(author, 'insistente');
    for (const author of [3, 4]) await addPosts(author, 'Beta alfa');
    expect(await listTrendingHashtags()).toEqual([
      { name: 'Seleção', tag: 'selecao', posts: 4 },
      { name: 'insistente', tag: 'insistente', posts: 6 },
      { name: 'alfa', tag: 'alfa', posts: 2 },
      { name: 'Beta', tag: 'beta', posts: 2 },
    ]);
  });

  it('are of the last 7 days', async () => {
    await addPosts(0, 'velha', { created_at: daysAgo(7.01) });
    await addPosts(0, 'nova', { created_at: daysAgo(6.99) });
    expect(await readTrendingNames()).toEqual(['nova']);
  });

  it('are at most ten', async () => {
    for (let n = 10; n < 22; n += 1) await addPosts(0, `tag${n}`);
    expect(await readTrendingNames()).toEqual(
      [10, 11, 12, 13, 14, 15, 16, 17, 18, 19].map((n) => `tag${n}`),
    );
  });

  it('are sorted by authors, even against hundreds of posts by one person', async () => {
    const manyHashtags = Array.from({ length: 250 }, (_, n) => `tag${n}`).join(' ');
    for (const author of [0, 0, 0]) await addPosts(author, manyHashtags);
    for (const author of [1, 2]) await addPosts(author, 'nossa');
    expect((await readTrendingNames())[0]).toBe('nossa');
  });

  it('are counted once a minute', async () => {
    await addPosts(0, 'antes');
    expect(await readTrendingNames()).toEqual(['antes']);
    await addPosts(0, 'depois');
    clock.advance(59_999);
    expect(await readTrendingNames()).toEqual(['antes']);
    clock.advance(1);
    await expect.poll(readTrendingNames).toEqual(['antes', 'depois']);
  });
});

describe('for a reader with blocks', () => {
  it('uses by blocked people are excluded in both directions, for this reader only', async () => {
    const { block } = createPostsFixture(app);
    const [reader, blocked, blocker] = [await newPerson(), await newPerson(), await newPerson()];
    await block(reader, blocked);
    await block(blocker, reader);
    for (const { uid } of [blocked, blocker]) {
      await addPosts(uid, 'delas ambas');
      await addPosts(uid, 'AMBAS');
    }
    for (const author of [0, 0, 1]) await addPosts(author, 'ambas');
    await addPosts(2, 'minhas');
    const allHashtags = [
      { name: 'ambas', tag: 'ambas', posts: 7 },
      { name: 'delas', tag: 'delas', posts: 2 },
      { name: 'minhas', tag: 'minhas', posts: 1 },
    ];
    expect(await listTrendingHashtags()).toEqual(allHashtags);
    expect(await listTrendingHashtags(await newPerson())).toEqual(allHashtags);
    expect(await listTrendingHashtags(reader)).toEqual([
      { name: 'ambas', tag: 'ambas', posts: 3 },
      { name: 'minhas', tag: 'minhas', posts: 1 },
    ]);
    expect(await listTrendingHashtags(blocked)).toEqual([
      { name: 'ambas', tag: 'ambas', posts: 7 },
      { name: 'delas', tag: 'delas', posts: 2 },
      { name: 'minhas', tag: 'minhas', posts: 1 },
    ]);
  });

  it('only counted uses are excluded', async () => {
    const { block } = createPostsFixture(app);
    const [reader, blocked] = [await newPerson(), await newPerson()];
    await block(reader, blocked);
    await addPosts(0, 'copa');
    await addPosts(blocked.uid, 'copa', { created_at: daysAgo(8) });
    await addPosts(blocked.uid, 'copa', { sensitive: true });
    await addPosts(blocked.uid, 'copa', { hidden_at: new Date(), hidden_reason: 'Spam' });
    expect(await listTrendingHashtags(reader)).toEqual([{ name: 'copa', tag: 'copa', posts: 1 }]);
    await addPosts(blocked.uid, 'copa');
    expect(await listTrendingHashtags(reader)).toEqual([{ name: 'copa', tag: 'copa', posts: 1 }]);
  });

  it('counts no more than some thousand posts of blocked people, and only the asked hashtags', async () => {
    const [reader, blocked] = [await buildUser(app.pool), await buildUser(app.pool)];
    await app.pool.query('INSERT INTO user_blocks (blocker_id, blocked_id) VALUES ($1, $2)', [
      reader,
      blocked,
    ]);
    await addPosts(blocked, 'copa outra');
    await app.pool.query(
      `WITH copies AS (
         INSERT INTO posts (uid, author_id, title, description)
         SELECT gen_random_uuid(), $1, 'Oi', '' FROM generate_series(1, 2100) RETURNING uid, created_at)
       INSERT INTO post_hashtags (post_uid, tag, name, created_at)
         SELECT uid, 'copa', 'copa', created_at FROM copies`,
      [blocked],
    );
    const { rows } = await app.pool.query("SELECT now() + interval '1 second' AS now");
    const values = { reader, asOf: rows[0].now.toISOString(), tags: ['copa'] };
    expect(await countHashtagsOfBlockedAuthors(app.pool, values)).toEqual([
      { tag: 'copa', name: 'copa', author: blocked, posts: 2_000 },
    ]);
  });
});
