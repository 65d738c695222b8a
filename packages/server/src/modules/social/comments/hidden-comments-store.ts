import { databaseNow } from '../../../platform/database/clock.ts';
import type { Db } from '../../../platform/database/pool.ts';
import { eq, sql } from '../../../platform/database/query-builder.ts';
import { isListedUser, users } from '../../users/index.ts';
import { comments, posts } from '../social-tables.ts';

/*
 * While `hidden_at` is set, a comment is left out of lists and counts. A comment hidden on its own has a reason; a
 * comment that is hidden because its author's account is hidden or suspended has none and is shown again with the account.
 */

/** Changes a post's number of comments by 1 or -1. */
async function changeCommentCount(tx: Db, postUid: string, change: 1 | -1): Promise<void> {
  await tx
    .update(posts)
    .set({ commentCount: sql`${posts.commentCount} + ${change}::integer` })
    .where(eq(posts.uid, postUid));
}

/** Locks the post of a comment and then the comment; null when the comment does not exist. */
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
 * Hides a comment for the given reason, or shows it again when the reason is null, and updates its post's counter, in
 * the caller's transaction. Lock the account of the comment's author first. False when nothing changed or the comment
 * does not exist (docs/product/moderation.md).
 */
export async function setCommentHidden(
  tx: Db,
  id: string,
  reason: string | null,
): Promise<boolean> {
  const rowBefore = await lockComment(tx, id);
  if (!rowBefore || rowBefore.hiddenReason === reason) return false;
  const authorVisible = sql`(SELECT ${isListedUser} FROM users WHERE users.uid = comments.author_id)`;
  const newHiddenAt =
    reason === null
      ? sql`CASE WHEN ${authorVisible} THEN NULL ELSE ${comments.hiddenAt} END`
      : sql`coalesce(${comments.hiddenAt}, ${databaseNow})`;
  const [rowAfter] = await tx
    .update(comments)
    .set({ hiddenAt: newHiddenAt, hiddenReason: reason })
    .where(eq(comments.id, id))
    .returning({ hiddenAt: comments.hiddenAt });
  const [wasVisible, isVisible] = [rowBefore.hiddenAt === null, rowAfter?.hiddenAt === null];
  if (wasVisible !== isVisible) await changeCommentCount(tx, rowBefore.postUid, isVisible ? 1 : -1);
  return true;
}

/** Locks every post on which a person has commented, in the order of uids. */
async function lockCommentedPosts(tx: Db, uid: string): Promise<void> {
  await tx.execute(sql`SELECT FROM posts
    WHERE uid IN (SELECT post_uid FROM comments WHERE author_id = ${uid})
    ORDER BY uid FOR NO KEY UPDATE`);
}

/**
 * Hides a person's comments when the account is hidden or suspended, and otherwise shows the comments again that were
 * hidden with the account. Updates the counters of the posts. Call it after each change of the account, in the same
 * transaction, which has locked the account.
 */
export async function syncCommentsWithAccount(tx: Db, uid: string): Promise<void> {
  await lockCommentedPosts(tx, uid);
  const [account] = await tx
    .select({ isListed: isListedUser })
    .from(users)
    .where(eq(users.uid, uid));
  const [condition, hiddenAt, sign] = account?.isListed
    ? [sql`hidden_at IS NOT NULL AND hidden_reason IS NULL`, sql`NULL`, 1]
    : [sql`hidden_at IS NULL`, databaseNow, -1];
  await tx.execute(sql`WITH
    changed AS (UPDATE comments SET hidden_at = ${hiddenAt} WHERE author_id = ${uid} AND ${condition}
      RETURNING post_uid),
    counted AS (SELECT post_uid, count(*)::integer AS comment_count FROM changed GROUP BY post_uid)
    UPDATE posts SET comment_count = posts.comment_count + ${sign}::integer * counted.comment_count
    FROM counted WHERE posts.uid = counted.post_uid`);
}
