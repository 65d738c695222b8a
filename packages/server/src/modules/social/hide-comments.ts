import { eq, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/pool.ts';
import { shown } from '../users/index.ts';
import { comments, posts } from './social-tables.ts';

/*
 * A comment is out of every list and count while `hidden_at` stands. One that is hidden by itself has a
 * reason; one that went with its author has none and comes back with them.
 */

/** Makes up for what a deed takes out of a post's count of comments (`-1`) or brings back (`1`). */
async function count(tx: Db, postUid: string, times: 1 | -1): Promise<void> {
  await tx
    .update(posts)
    .set({ commentCount: sql`${posts.commentCount} + ${times}::integer` })
    .where(eq(posts.uid, postUid));
}

/** Holds the post of a comment, as everyone does who changes one; null when there is none. */
async function lockComment(tx: Db, id: string) {
  await tx.execute(sql`SELECT FROM posts
    WHERE uid = (SELECT post_uid FROM comments WHERE id = ${id}) FOR NO KEY UPDATE`);
  const [comment] = await tx
    .select()
    .from(comments)
    .where(eq(comments.id, id))
    .for('no key update');
  return comment ?? null;
}

/**
 * Takes a comment off and out of its post's count for a reason, or gives it back with null, in the
 * caller's transaction (`product §9`); hold its author's account. False, and nothing has changed, where it
 * is so already or there is none.
 */
export async function setCommentHidden(
  tx: Db,
  id: string,
  reason: string | null,
): Promise<boolean> {
  const before = await lockComment(tx, id);
  if (!before || before.hiddenReason === reason) return false;
  const stands = sql`(SELECT ${shown} FROM users WHERE users.uid = comments.author_id)`;
  const hiddenAt =
    reason === null
      ? sql`CASE WHEN ${stands} THEN NULL ELSE ${comments.hiddenAt} END`
      : sql`coalesce(${comments.hiddenAt}, clock_timestamp())`;
  const [after] = await tx
    .update(comments)
    .set({ hiddenAt, hiddenReason: reason })
    .where(eq(comments.id, id))
    .returning({ hiddenAt: comments.hiddenAt });
  const [was, is] = [before.hiddenAt === null, after?.hiddenAt === null];
  if (was !== is) await count(tx, before.postUid, is ? 1 : -1);
  return true;
}

/** Holds every post a person commented on, in the order all do who hold many. */
async function holdCommented(tx: Db, uid: string): Promise<void> {
  await tx.execute(sql`SELECT FROM posts
    WHERE uid IN (SELECT post_uid FROM comments WHERE author_id = ${uid})
    ORDER BY uid FOR NO KEY UPDATE`);
}

/**
 * Takes a person's comments off and out of the counts with them, or gives back those that went with them,
 * in the caller's transaction, which holds the account.
 */
export async function setCommentsHiddenOf(tx: Db, uid: string, hidden: boolean): Promise<void> {
  await holdCommented(tx, uid);
  const [when, what, times] = hidden
    ? [sql`hidden_at IS NULL`, sql`clock_timestamp()`, -1]
    : [sql`hidden_at IS NOT NULL AND hidden_reason IS NULL`, sql`NULL`, 1];
  await tx.execute(sql`WITH
    changed AS (UPDATE comments SET hidden_at = ${what} WHERE author_id = ${uid} AND ${when}
      RETURNING post_uid),
    counted AS (SELECT post_uid, count(*)::integer AS said FROM changed GROUP BY post_uid)
    UPDATE posts SET comment_count = comment_count + ${times}::integer * counted.said
    FROM counted WHERE posts.uid = counted.post_uid`);
}
