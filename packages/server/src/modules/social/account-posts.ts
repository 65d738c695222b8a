import { sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/pool.ts';
import type { RemovedPost } from './post-store.ts';

/** Holds every post that a person wrote, liked or commented on, in the order all do who hold many. */
async function holdPosts(tx: Db, uid: string): Promise<void> {
  await tx.execute(sql`SELECT FROM posts WHERE uid IN (
      SELECT uid FROM posts WHERE author_id = ${uid}
      UNION SELECT post_uid FROM post_likes WHERE user_id = ${uid}
      UNION SELECT post_uid FROM comments WHERE author_id = ${uid})
    ORDER BY uid FOR UPDATE`);
}

/**
 * Removes a person's likes and comments and takes them off the counts; a comment that the team has
 * hidden counts no more. A post is changed once: at the second time in a transaction PostgreSQL
 * asks for its author anew, who may be leaving too and waiting for this very post.
 */
async function takeBack(tx: Db, uid: string): Promise<void> {
  await tx.execute(sql`WITH
    likes AS (DELETE FROM post_likes WHERE user_id = ${uid} RETURNING post_uid),
    said AS (DELETE FROM comments WHERE author_id = ${uid} RETURNING post_uid, hidden_at),
    gone AS (SELECT post_uid, sum(liked)::integer AS likes, sum(told)::integer AS comments FROM (
        SELECT post_uid, 1 AS liked, 0 AS told FROM likes
        UNION ALL SELECT post_uid, 0, 1 FROM said WHERE hidden_at IS NULL) each
      GROUP BY post_uid)
    UPDATE posts SET like_count = like_count - gone.likes,
      comment_count = comment_count - gone.comments
    FROM gone WHERE posts.uid = gone.post_uid`);
}

/**
 * Removes what a person said in the community, for when the account goes: posts with all that hangs
 * on them, comments and likes on the posts of others, whose counts follow. Hold the account, so that
 * nothing is added meanwhile.
 * @returns the posts, whose pictures are to be erased once this is committed
 */
export async function removePostsOf(tx: Db, uid: string): Promise<RemovedPost[]> {
  await holdPosts(tx, uid);
  const removed = await tx.execute<RemovedPost & Record<string, unknown>>(
    sql`DELETE FROM posts WHERE author_id = ${uid} RETURNING uid, photo_url AS "photoURL"`,
  );
  await takeBack(tx, uid);
  return removed.rows;
}
