import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildComment, buildLike, buildPost } from '../../../test/fixtures/data/builders.ts';
import {
  createPrivacyFixture,
  newPictureURL,
  type PrivacyFixture,
} from '../../../test/fixtures/modules/privacy-fixture.ts';

let fixture: PrivacyFixture;

beforeAll(async () => {
  fixture = await createPrivacyFixture();
});

afterAll(() => fixture.close());

const readCounts = async (uid: string) =>
  (await fixture.pool.query('SELECT like_count, comment_count FROM posts WHERE uid = $1', [uid]))
    .rows[0];

/** Lists posts whose counters differ from the number of their rows; there must be none. */
const listWrongCounts = async () =>
  (
    await fixture.pool.query(`SELECT uid FROM posts p
      WHERE like_count <> (SELECT count(*) FROM post_likes l WHERE l.post_uid = p.uid)
         OR comment_count <> (SELECT count(*) FROM comments c
              WHERE c.post_uid = p.uid AND c.hidden_at IS NULL)`)
  ).rows;

const countContentOf = async (uid: string) => {
  const { rows } = await fixture.pool.query(
    `SELECT (SELECT count(*)::int FROM posts WHERE author_id = $1) AS posts,
            (SELECT count(*)::int FROM post_likes WHERE user_id = $1) AS likes,
            (SELECT count(*)::int FROM comments WHERE author_id = $1) AS comments`,
    [uid],
  );
  return rows[0];
};

test('a closed account loses its posts and comments, others keep theirs', async () => {
  const [ana, bia] = [await fixture.buildPerson(), await fixture.buildPerson()];
  const photoURL = newPictureURL();
  const [ownPost, ownPhotoPost, othersPost] = [
    await buildPost(fixture.pool, ana),
    await buildPost(fixture.pool, ana, { photo_url: photoURL }),
    await buildPost(fixture.pool, bia, { photo_url: newPictureURL() }),
  ];
  await fixture.pool.query(
    `INSERT INTO post_hashtags (tag, name, post_uid, created_at) VALUES ('osu', 'osu', $1, now())`,
    [ownPost],
  );
  for (const post of [ownPost, ownPhotoPost, othersPost]) {
    for (const author of [ana, bia]) {
      await buildLike(fixture.pool, post, author);
      await buildComment(fixture.pool, { post, author });
    }
  }
  await buildComment(fixture.pool, { post: othersPost, author: ana });
  await buildComment(
    fixture.pool,
    { post: othersPost, author: ana },
    { hidden_at: new Date(), hidden_reason: 'x' },
  );
  // `buildComment` has counted the hidden comment too, but the program counts only visible comments.
  await fixture.pool.query('UPDATE posts SET comment_count = comment_count - 1 WHERE uid = $1', [
    othersPost,
  ]);
  fixture.erased.length = 0;
  await fixture.leave(ana);
  expect(await countContentOf(ana)).toEqual({ posts: 0, likes: 0, comments: 0 });
  expect(await countContentOf(bia)).toEqual({ posts: 1, likes: 1, comments: 1 });
  expect(await readCounts(othersPost)).toEqual({ like_count: 1, comment_count: 1 });
  expect(await listWrongCounts()).toEqual([]);
  expect(
    (await fixture.pool.query('SELECT 1 FROM post_hashtags WHERE post_uid = $1', [ownPost])).rows,
  ).toEqual([]);
  expect(fixture.erased).toEqual([]);
  await fixture.jobs.runUntilIdle();
  expect(fixture.erased).toEqual([photoURL]);
});

test('an account that cannot be closed because of open orders keeps its posts', async () => {
  const { seller, buyer } = await fixture.buildOrder('awaiting_start');
  const post = await buildPost(fixture.pool, seller);
  await buildLike(fixture.pool, post, buyer);
  for (const uid of [seller, buyer]) await fixture.leave(uid).catch(() => undefined);
  expect(await readCounts(post)).toEqual({ like_count: 1, comment_count: 0 });
});

test('accounts that are closed concurrently delete only their own content', async () => {
  const stayingPerson = await fixture.buildPerson();
  for (let round = 0; round < 5; round += 1) {
    const people = await Promise.all(Array.from({ length: 6 }, () => fixture.buildPerson()));
    const posts = await Promise.all(
      [stayingPerson, stayingPerson, ...people].map((author) => buildPost(fixture.pool, author)),
    );
    for (const post of posts) {
      for (const author of [...people, stayingPerson]) {
        await buildLike(fixture.pool, post, author);
        await buildComment(fixture.pool, { post, author });
      }
    }
    await Promise.all(people.map((uid) => fixture.leave(uid)));
    for (const uid of people)
      expect(await countContentOf(uid)).toEqual({ posts: 0, likes: 0, comments: 0 });
    for (const post of posts.slice(0, 2))
      expect(await readCounts(post)).toEqual({ like_count: 1, comment_count: 1 });
    expect(await listWrongCounts()).toEqual([]);
  }
});
