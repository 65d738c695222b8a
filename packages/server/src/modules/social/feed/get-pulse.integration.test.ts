import { randomUUID } from 'node:crypto';
import type { Pulse } from '@guilda/contract/community/social';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  buildComment,
  buildHashtags,
  buildLike,
  buildPost,
} from '../../../../test/fixtures/data/builders.ts';
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
  ana = await app.signIn('AnaPulso');
  beto = await app.signIn('BetoPulso');
});
afterEach(() => app.pool.query('TRUNCATE posts CASCADE'));
afterAll(() => app.close());

const readPulse = async (
  query: Record<string, string>,
  reader: Pick<TestPerson, 'fetch'> = app,
): Promise<Pulse> => {
  const response = await reader.fetch(`/api/social/pulse?${new URLSearchParams(query)}`);
  expect(response.status).toBe(200);
  return (await response.json()) as Pulse;
};

const listFreshPosts = async (query: Record<string, string>, reader?: TestPerson) =>
  (await readPulse(query, reader)).fresh;

const sameInstant = '2026-11-20T12:00:00.123456Z';

describe('counts', () => {
  it('are those of the requested posts', async () => {
    const [likedUid, quietUid, deletedUid] = [
      await buildPost(app.pool, ana.uid),
      await buildPost(app.pool, beto.uid),
      await buildPost(app.pool, beto.uid),
    ];
    await buildLike(app.pool, likedUid, beto.uid);
    await buildComment(app.pool, { post: likedUid, author: ana.uid });
    await app.pool.query('DELETE FROM posts WHERE uid = $1', [deletedUid]);
    const posts = [quietUid, likedUid, deletedUid, 'nobody', randomUUID(), likedUid].join();
    const compareByUid = (a: { uid: string }, b: { uid: string }) => (a.uid < b.uid ? -1 : 1);
    const expectedPulse = (isLikedByReader: boolean) =>
      [
        { uid: likedUid, likes: 1, liked: isLikedByReader, commentCount: 1 },
        { uid: quietUid, likes: 0, liked: false, commentCount: 0 },
      ].toSorted(compareByUid);
    expect((await readPulse({ posts })).posts.toSorted(compareByUid)).toEqual(expectedPulse(false));
    expect((await readPulse({ posts }, beto)).posts.toSorted(compareByUid)).toEqual(
      expectedPulse(true),
    );
  });

  it('are empty without requested posts', async () => {
    await buildPost(app.pool, ana.uid);
    expect(await readPulse({})).toEqual({ posts: [], fresh: 0 });
    expect(await readPulse({ posts: ',,' })).toEqual({ posts: [], fresh: 0 });
  });

  it('are of at most 50 posts', async () => {
    const randomUids = (count: number) => Array.from({ length: count }, () => randomUUID()).join();
    expect(await readPulse({ posts: randomUids(50) })).toEqual({ posts: [], fresh: 0 });
    const refusedResponse = await app.fetch(`/api/social/pulse?posts=${randomUids(51)}`);
    expect(refusedResponse.status).toBe(400);
    expect(await refusedResponse.json()).toMatchObject({ error: 'Parâmetro inválido.' });
  });
});

describe('fresh posts', () => {
  it('are those after the newest one, by time and uid, own ones included', async () => {
    const uids = [];
    for (let n = 0; n < 4; n += 1) {
      uids.push(
        await buildPost(app.pool, n === 0 ? ana.uid : beto.uid, { created_at: sameInstant }),
      );
    }
    const sortedUids = uids.toSorted();
    for (const [place, after] of sortedUids.entries()) {
      expect(await listFreshPosts({ after })).toBe(3 - place);
      expect(await listFreshPosts({ after }, ana)).toBe(3 - place);
    }
    await buildPost(app.pool, ana.uid);
    expect(await listFreshPosts({ after: sortedUids[3] ?? '' }, ana)).toBe(1);
  });

  it('are none after an unknown post', async () => {
    const after = await buildPost(app.pool, ana.uid, { created_at: sameInstant });
    await buildPost(app.pool, ana.uid);
    expect(await listFreshPosts({ after })).toBe(1);
    await app.pool.query('DELETE FROM posts WHERE uid = $1', [after]);
    for (const unknownUid of [after, randomUUID(), 'x', ''])
      expect(await listFreshPosts({ after: unknownUid })).toBe(0);
    expect(await listFreshPosts({})).toBe(0);
  });

  it('are counted after a hidden post, too', async () => {
    const after = await buildPost(app.pool, ana.uid, {
      created_at: sameInstant,
      hidden_at: new Date(),
      hidden_reason: 'Spam',
    });
    await buildPost(app.pool, ana.uid);
    expect(await listFreshPosts({ after })).toBe(1);
  });

  it('are those of the list on screen', async () => {
    const after = await buildPost(app.pool, ana.uid, { created_at: sameInstant });
    const taggedPost = await buildPost(app.pool, ana.uid);
    await buildHashtags(app.pool, taggedPost, ['#Seleção']);
    await buildHashtags(app.pool, await buildPost(app.pool, beto.uid), ['#Seleção']);
    await buildPost(app.pool, beto.uid);
    expect(await listFreshPosts({ after })).toBe(3);
    expect(await listFreshPosts({ after, hashtag: '#SELECAO' })).toBe(2);
    expect(await listFreshPosts({ after, author: beto.uid })).toBe(2);
    expect(await listFreshPosts({ after, author: beto.uid, hashtag: 'seleção' })).toBe(1);
    expect(await listFreshPosts({ after, hashtag: '#' })).toBe(0);
    expect(await listFreshPosts({ after, author: 'nobody' })).toBe(0);
    const posts = taggedPost;
    expect((await readPulse({ after, posts, hashtag: '#' })).posts).toHaveLength(1);
  });

  it('are counted up to 50', async () => {
    const after = await buildPost(app.pool, ana.uid, { created_at: sameInstant });
    for (let n = 0; n < 60; n += 1) await buildPost(app.pool, beto.uid);
    expect(await listFreshPosts({ after })).toBe(50);
    expect(await listFreshPosts({ after, author: beto.uid }, ana)).toBe(50);
  });
});
