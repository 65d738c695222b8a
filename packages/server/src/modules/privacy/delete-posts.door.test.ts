import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PrivacyRig, picture, privacyRig } from '../../../test/privacy-rig.ts';
import { addCommentRow, addLikeRow, addPostRow } from '../../../test/rows.ts';

let rig: PrivacyRig;

beforeAll(async () => {
  rig = await privacyRig();
});

afterAll(() => rig.close());

const countsOf = async (uid: string) =>
  (await rig.pool.query('SELECT like_count, comment_count FROM posts WHERE uid = $1', [uid]))
    .rows[0];

/** Posts whose counts are not what hangs on them: there must never be one. */
const wrongCounts = async () =>
  (
    await rig.pool.query(`SELECT uid FROM posts p
      WHERE like_count <> (SELECT count(*) FROM post_likes l WHERE l.post_uid = p.uid)
         OR comment_count <> (SELECT count(*) FROM comments c
              WHERE c.post_uid = p.uid AND c.hidden_at IS NULL)`)
  ).rows;

const leftOf = async (uid: string) => {
  const { rows } = await rig.pool.query(
    `SELECT (SELECT count(*)::int FROM posts WHERE author_id = $1) AS posts,
            (SELECT count(*)::int FROM post_likes WHERE user_id = $1) AS likes,
            (SELECT count(*)::int FROM comments WHERE author_id = $1) AS comments`,
    [uid],
  );
  return rows[0];
};

test('a closed account leaves nothing of what it said, and the others what they said', async () => {
  const [ana, bia] = [await rig.person(), await rig.person()];
  const photo = picture();
  const [own, shown, others] = [
    await addPostRow(rig.pool, ana),
    await addPostRow(rig.pool, ana, { photo_url: photo }),
    await addPostRow(rig.pool, bia, { photo_url: picture() }),
  ];
  await rig.pool.query(
    `INSERT INTO post_hashtags (tag, name, post_uid, created_at) VALUES ('osu', 'osu', $1, now())`,
    [own],
  );
  for (const post of [own, shown, others]) {
    for (const author of [ana, bia]) {
      await addLikeRow(rig.pool, post, author);
      await addCommentRow(rig.pool, { post, author });
    }
  }
  await addCommentRow(rig.pool, { post: others, author: ana });
  await addCommentRow(
    rig.pool,
    { post: others, author: ana },
    { hidden_at: new Date(), hidden_reason: 'x' },
  );
  // One that the team hides counts no more.
  await rig.pool.query('UPDATE posts SET comment_count = comment_count - 1 WHERE uid = $1', [
    others,
  ]);
  rig.erased.length = 0;
  await rig.leave(ana);
  expect(await leftOf(ana)).toEqual({ posts: 0, likes: 0, comments: 0 });
  expect(await leftOf(bia)).toEqual({ posts: 1, likes: 1, comments: 1 });
  expect(await countsOf(others)).toEqual({ like_count: 1, comment_count: 1 });
  expect(await wrongCounts()).toEqual([]);
  expect(
    (await rig.pool.query('SELECT 1 FROM post_hashtags WHERE post_uid = $1', [own])).rows,
  ).toEqual([]);
  expect(rig.erased).toEqual([]);
  await rig.jobs.runUntilIdle();
  expect(rig.erased).toEqual([photo]);
});

test('an account that stays, for its open orders, keeps what it said', async () => {
  const { seller, buyer } = await rig.trade('awaiting_start');
  const post = await addPostRow(rig.pool, seller);
  await addLikeRow(rig.pool, post, buyer);
  for (const uid of [seller, buyer]) await rig.leave(uid).catch(() => undefined);
  expect(await countsOf(post)).toEqual({ like_count: 1, comment_count: 0 });
});

test('people who leave at once take no more than their own with them', async () => {
  const stays = await rig.person();
  for (let round = 0; round < 5; round += 1) {
    const people = await Promise.all(Array.from({ length: 6 }, () => rig.person()));
    const posts = await Promise.all(
      [stays, stays, ...people].map((author) => addPostRow(rig.pool, author)),
    );
    for (const post of posts) {
      for (const author of [...people, stays]) {
        await addLikeRow(rig.pool, post, author);
        await addCommentRow(rig.pool, { post, author });
      }
    }
    await Promise.all(people.map((uid) => rig.leave(uid)));
    for (const uid of people)
      expect(await leftOf(uid)).toEqual({ posts: 0, likes: 0, comments: 0 });
    for (const post of posts.slice(0, 2))
      expect(await countsOf(post)).toEqual({ like_count: 1, comment_count: 1 });
    expect(await wrongCounts()).toEqual([]);
  }
});
