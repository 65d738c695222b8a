import type { Queryable } from '../src/platform/database/prepared.ts';
import { descriptionOf, hashtagsOf, seeded, titleOf } from './fill-words.ts';

/** Rows of one statement, far from the time a statement may take. */
const BATCH = 5_000;
/** Posts of the whole are spread over the last 7 days, as `listHashtags` counts them. */
const DAYS = 7;

const filling = `
  INSERT INTO posts (uid, author_id, title, description, hashtags, sensitive, like_count,
    comment_count, created_at)
  SELECT gen_random_uuid(), ($2::uuid[])[1 + n * 7 % cardinality($2::uuid[])], title, description,
    string_to_array(hashtags, ' '), n % 50 = 49, n % 4, n % 3,
    now() - (n + 1) * interval '${DAYS} days' / ($6::integer + 1)
  FROM unnest($3::text[], $4::text[], $5::text[]) WITH ORDINALITY
      AS made(title, description, hashtags, place),
    LATERAL (SELECT (place - 1 + $1::integer)::integer AS n) numbers`;

const tagging = `
  INSERT INTO post_hashtags (tag, name, post_uid, created_at)
  SELECT DISTINCT ON (posts.uid, plain(name)) plain(name), name, posts.uid, posts.created_at
  FROM posts, unnest(posts.hashtags) AS name
  WHERE NOT EXISTS (SELECT FROM post_hashtags WHERE post_uid = posts.uid)`;

const liking = `
  INSERT INTO post_likes (post_uid, user_id)
  SELECT posts.uid, ($1::uuid[])[n] FROM posts, generate_series(1, posts.like_count) AS n
  ON CONFLICT DO NOTHING`;

const commenting = `
  INSERT INTO comments (id, post_uid, author_id, text, created_at)
  SELECT gen_random_uuid(), posts.uid, ($1::uuid[])[1 + n % cardinality($1::uuid[])],
    'Que bom saber disso, obrigada por contar! ' || n, posts.created_at + n * interval '1 minute'
  FROM posts, generate_series(1, posts.comment_count) AS n
  WHERE NOT EXISTS (SELECT FROM comments WHERE post_uid = posts.uid)`;

/**
 * Adds `count` posts of the people that are there, spread over the last week, with hashtags as
 * frequent as words of a language, likes and comments, and has the planner take notice. One in 50 is
 * sensitive, and what private people post is among them.
 */
export async function fillPosts(pool: Queryable, count: number): Promise<void> {
  const { rows } = await pool.query<{ uid: string }>(
    'SELECT uid FROM users ORDER BY uid LIMIT 5000',
  );
  const people = rows.map(({ uid }) => uid);
  const random = seeded(3);
  for (let first = 0; first < count; first += BATCH) {
    const made = Array.from({ length: Math.min(BATCH, count - first) }, () => [
      titleOf(random),
      descriptionOf(random),
      hashtagsOf(random),
    ]);
    const columns = [0, 1, 2].map((column) => made.map((one) => one[column]));
    await pool.query(filling, [first, people, ...columns, count]);
  }
  await pool.query(tagging);
  await pool.query(liking, [people]);
  await pool.query(commenting, [people]);
  await pool.query('VACUUM (ANALYZE) posts, post_hashtags, post_likes, comments');
}

/** Gives a post this many comments more, newest last; they count. */
export async function fillComments(pool: Queryable, post: string, count: number): Promise<void> {
  await pool.query('UPDATE posts SET comment_count = comment_count + $2 WHERE uid = $1', [
    post,
    count,
  ]);
  await pool.query(
    `INSERT INTO comments (id, post_uid, author_id, text)
     SELECT gen_random_uuid(), $1, uid, 'Também quero, quando tem outra? ' || place
     FROM (SELECT uid, row_number() OVER () AS place FROM users
       WHERE privacy = 'public' LIMIT $2) AS people`,
    [post, count],
  );
}
