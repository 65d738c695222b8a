import { type SQL, sql } from 'drizzle-orm';
import {
  compileStatement,
  type Queryable,
  type Statement,
} from '../../platform/database/prepared.ts';
import { tellOfPost } from '../notifications/index.ts';
import { unblocked } from '../users/index.ts';

const given = sql.placeholder;

const liker = sql`${given('uid')}::uuid`;

/**
 * People and a post, held in this order until the statement ends: closing accounts first, so that
 * none leaves a like behind or is told of one, then the post, so that its count moves with its rows.
 */
const held = (people: SQL) => sql`people AS MATERIALIZED (
    SELECT uid FROM users WHERE uid IN (${people}) AND deleted_at IS NULL ORDER BY uid FOR KEY SHARE
  ), post AS MATERIALIZED (
    SELECT uid, author_id, like_count FROM posts
    WHERE uid = ${given('post')} AND ${liker} = ANY (ARRAY(SELECT uid FROM people))
    FOR NO KEY UPDATE
  )`;

const withAuthor = sql`${liker}, (SELECT author_id FROM posts WHERE uid = ${given('post')})`;

export interface LikedRow {
  /** Likes of the post, this one counted. */
  readonly likes: number;
  /** A block stands between the two; nothing has changed. */
  readonly blocked: boolean;
}

const like: Statement<LikedRow> = compileStatement(
  sql`WITH ${held(withAuthor)}, target AS (
      SELECT post.uid, post.author_id, post.like_count, NOT ${unblocked(given('uid'), true)} AS blocked
      FROM post JOIN users ON users.uid = post.author_id
    ), made AS (
      INSERT INTO post_likes (post_uid, user_id)
      SELECT uid, ${given('uid')} FROM target WHERE NOT blocked
      ON CONFLICT DO NOTHING RETURNING post_uid
    ), counted AS (
      UPDATE posts SET like_count = posts.like_count + 1 FROM made
      WHERE posts.uid = made.post_uid RETURNING posts.like_count
    ), fact AS (
      SELECT ${given('notification')}::uuid AS notification_id, made.post_uid,
        target.author_id AS receiver_id, ${liker} AS by_uid, ${liker} AS fact_id
      FROM made JOIN target ON target.uid = made.post_uid
    ), ${tellOfPost('like', sql`fact`)}
    SELECT coalesce((SELECT like_count FROM counted), like_count) AS likes, blocked FROM target`,
  'like a post',
);

const unlike: Statement<Pick<LikedRow, 'likes'>> = compileStatement(
  sql`WITH ${held(liker)}, gone AS (
      DELETE FROM post_likes USING post
      WHERE post_likes.post_uid = post.uid AND post_likes.user_id = ${given('uid')}
      RETURNING post_likes.post_uid
    ), counted AS (
      UPDATE posts SET like_count = posts.like_count - 1 FROM gone
      WHERE posts.uid = gone.post_uid RETURNING posts.like_count
    )
    SELECT coalesce((SELECT like_count FROM counted), like_count) AS likes FROM post`,
  'unlike a post',
);

/** Whose like of what. */
export interface Like {
  readonly uid: string;
  readonly post: string;
}

/**
 * Likes a post once, whoever else does meanwhile, and tells its author under the id `notification`,
 * unless one of before is still unread. Null when the post or the account is gone.
 */
export async function insertLike(
  pool: Queryable,
  { uid, post, notification }: Like & { readonly notification: string },
): Promise<LikedRow | null> {
  const [row = null] = await like(pool, { uid, post, notification });
  return row;
}

/** Takes a like back if it is there; answers the likes left, null when the post is gone. */
export async function deleteLike(pool: Queryable, { uid, post }: Like): Promise<number | null> {
  const [row] = await unlike(pool, { uid, post });
  return row?.likes ?? null;
}
