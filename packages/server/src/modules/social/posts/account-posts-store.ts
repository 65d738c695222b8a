import type { Db } from '../../../platform/database/pool.ts';
import { sql } from '../../../platform/database/query-builder.ts';
import type { DeletedPost } from './post-store.ts';

/** Locks every post that a person wrote, liked or commented on, in the order of uids. */
async function lockPosts(tx: Db, uid: string): Promise<void> {
  await tx.execute(sql`SELECT FROM posts WHERE uid IN (
      SELECT uid FROM posts WHERE author_id = ${uid}
      UNION SELECT post_uid FROM post_likes WHERE user_id = ${uid}
      UNION SELECT post_uid FROM comments WHERE author_id = ${uid})
    ORDER BY uid FOR UPDATE`);
}

/**
 * Deletes a person's likes and comments and updates the counters; hidden comments are not part of the counters. Each
 * post is updated by one statement only: at a second update in a transaction PostgreSQL locks the row of the post's
 * author, and a concurrent closing of that account may hold this lock while it waits for the post.
 */
async function deleteLikesAndComments(tx: Db, uid: string): Promise<void> {
  await tx.execute(sql`WITH
    likes AS (DELETE FROM post_likes WHERE user_id = ${uid} RETURNING post_uid),
    deleted_comments AS (DELETE FROM comments WHERE author_id = ${uid} RETURNING post_uid, hidden_at),
    gone AS (SELECT post_uid, sum(liked)::integer AS likes, sum(commented)::integer AS comments FROM (
        SELECT post_uid, 1 AS liked, 0 AS commented FROM likes
        UNION ALL SELECT post_uid, 0, 1 FROM deleted_comments WHERE hidden_at IS NULL) each
      GROUP BY post_uid)
    UPDATE posts SET like_count = like_count - gone.likes,
      comment_count = comment_count - gone.comments
    FROM gone WHERE posts.uid = gone.post_uid`);
}

/**
 * Deletes a person's posts, comments and likes when the account is closed, and updates the counters of other people's
 * posts. Lock the account first, so that the person adds no posts, comments or likes before `tx` ends.
 * @returns the deleted posts, whose pictures must be erased after the commit
 */
export async function deletePostsOf(tx: Db, uid: string): Promise<DeletedPost[]> {
  await lockPosts(tx, uid);
  const deletedPosts = await tx.execute<DeletedPost & Record<string, unknown>>(
    sql`DELETE FROM posts WHERE author_id = ${uid} RETURNING uid, photo_url AS "photoURL"`,
  );
  await deleteLikesAndComments(tx, uid);
  return deletedPosts.rows;
}
