import {
  compileStatement,
  type Queryable,
  type Statement,
} from '../../../platform/database/prepared.ts';
import { type SQL, sql } from '../../../platform/database/query-builder.ts';
import { notifyPostAuthorCtes } from '../../notifications/index.ts';
import { isListedUser, isNotBlockedWith } from '../../users/index.ts';

const placeholder = sql.placeholder;

const likerUid = sql`${placeholder('uid')}::uuid`;

/**
 * CTEs that lock people and then a post. With the locks on the accounts, an account that is being closed neither leaves
 * a like nor gets a notification. The lock on the post keeps its counter correct.
 */
const lockPeopleAndPostCtes = (people: SQL) => sql`people AS MATERIALIZED (
    SELECT uid FROM users WHERE uid IN (${people}) AND deleted_at IS NULL ORDER BY uid FOR KEY SHARE
  ), post AS MATERIALIZED (
    SELECT uid, author_id, like_count FROM posts
    WHERE uid = ${placeholder('post')} AND ${likerUid} = ANY (ARRAY(SELECT uid FROM people))
    FOR NO KEY UPDATE
  )`;

const likerAndAuthorUids = sql`${likerUid}, (SELECT author_id FROM posts WHERE uid = ${placeholder('post')})`;

export interface LikeResultRow {
  /** Number of likes of the post after the change. */
  readonly likes: number;
  /** Whether there is a block between the person and the post's author; nothing was changed then. */
  readonly blocked: boolean;
}

const insertLikeStatement: Statement<LikeResultRow> = compileStatement(
  sql`WITH ${lockPeopleAndPostCtes(likerAndAuthorUids)}, target AS (
      SELECT post.uid, post.author_id, post.like_count, NOT ${isNotBlockedWith(placeholder('uid'), true)} AS blocked
      FROM post JOIN users ON users.uid = post.author_id
    ), made AS (
      INSERT INTO post_likes (post_uid, user_id)
      SELECT uid, ${placeholder('uid')} FROM target WHERE NOT blocked
      ON CONFLICT DO NOTHING RETURNING post_uid
    ), counted AS (
      UPDATE posts SET like_count = posts.like_count + 1 FROM made
      WHERE posts.uid = made.post_uid RETURNING posts.like_count
    ), fact AS (
      SELECT ${placeholder('notification')}::uuid AS notification_id, made.post_uid,
        target.author_id AS receiver_id, ${likerUid} AS by_uid, ${likerUid} AS fact_id
      FROM made JOIN target ON target.uid = made.post_uid
        JOIN users ON users.uid = ${likerUid} AND ${isListedUser}
    ), ${notifyPostAuthorCtes('like', sql`fact`)}
    SELECT coalesce((SELECT like_count FROM counted), like_count) AS likes, blocked FROM target`,
  'like a post',
);

const deleteLikeStatement: Statement<Pick<LikeResultRow, 'likes'>> = compileStatement(
  sql`WITH ${lockPeopleAndPostCtes(likerUid)}, gone AS (
      DELETE FROM post_likes USING post
      WHERE post_likes.post_uid = post.uid AND post_likes.user_id = ${placeholder('uid')}
      RETURNING post_likes.post_uid
    ), counted AS (
      UPDATE posts SET like_count = posts.like_count - 1 FROM gone
      WHERE posts.uid = gone.post_uid RETURNING posts.like_count
    )
    SELECT coalesce((SELECT like_count FROM counted), like_count) AS likes FROM post`,
  'unlike a post',
);

/** Key of a like: the uid of the person who likes, and the post's id. */
export interface LikeKey {
  readonly uid: string;
  readonly post: string;
}

/**
 * Inserts a like unless it exists, also with concurrent requests, and notifies the post's author, unless the person who
 * likes is hidden or suspended. `notification` is the id of a new notification, which is not used while an earlier
 * notification about the post is unread. Null when the post or the account does not exist.
 */
export async function insertLike(
  pool: Queryable,
  { uid, post, notification }: LikeKey & { readonly notification: string },
): Promise<LikeResultRow | null> {
  const [row = null] = await insertLikeStatement(pool, { uid, post, notification });
  return row;
}

/** Deletes a like if it exists. Returns the number of remaining likes; null when the post or account does not exist. */
export async function deleteLike(pool: Queryable, { uid, post }: LikeKey): Promise<number | null> {
  const [row] = await deleteLikeStatement(pool, { uid, post });
  return row?.likes ?? null;
}
