import type { Hashtag } from '@guilda/contract/hashtags';
import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/pool.ts';
import { posts } from './social-tables.ts';

/** A post about to be. */
export interface NewPostRow {
  readonly uid: string;
  readonly authorId: string;
  readonly title: string;
  readonly description: string;
  readonly hashtags: readonly Hashtag[];
  readonly photoURL: string | null;
  readonly serviceId: string | null;
  readonly sensitive: boolean;
  /** The client's name of the attempt; null when it gave none. */
  readonly requestKey: string | null;
}

async function insertHashtags(tx: Db, uid: string, hashtags: readonly Hashtag[]): Promise<void> {
  if (hashtags.length === 0) return;
  const given = sql.join(
    hashtags.map(({ tag, name }) => sql`(${tag}, ${name})`),
    sql`, `,
  );
  await tx.execute(sql`INSERT INTO post_hashtags (tag, name, post_uid, created_at)
    SELECT given.tag, given.name, posts.uid, posts.created_at
    FROM posts, (VALUES ${given}) AS given (tag, name) WHERE posts.uid = ${uid}`);
}

/**
 * Adds a post with its hashtags, in the caller's transaction; false, and nothing has changed, when
 * its author has one under this key already.
 */
export async function insertPost(tx: Db, post: NewPostRow): Promise<boolean> {
  const { hashtags, uid } = post;
  const names = hashtags.map(({ name }) => name);
  // `created_at` is the database's (`product §6`), and so is the order of posts.
  const rows = await tx
    .insert(posts)
    .values({ ...post, hashtags: names, createdAt: sql`clock_timestamp()` })
    .onConflictDoNothing({ target: [posts.authorId, posts.requestKey] })
    .returning({ uid: posts.uid });
  if (rows.length === 0) return false;
  await insertHashtags(tx, uid, hashtags);
  return true;
}

/** Uid of the post that an attempt of this person made; null when there is none. */
export async function findByKey(
  db: Db,
  authorId: string,
  requestKey: string,
): Promise<string | null> {
  const rows = await db
    .select({ uid: posts.uid })
    .from(posts)
    .where(and(eq(posts.authorId, authorId), eq(posts.requestKey, requestKey)));
  return rows[0]?.uid ?? null;
}

/** What is left of a post that was removed. */
export interface RemovedPost {
  readonly uid: string;
  /** Its picture, to be erased once this is committed. */
  readonly photoURL: string | null;
}

/** Removes an own post with all that hangs on it; null when it is not there or not this person's. */
export async function removePost(
  tx: Db,
  authorId: string,
  uid: string,
): Promise<RemovedPost | null> {
  const rows = await tx
    .delete(posts)
    .where(and(eq(posts.uid, uid), eq(posts.authorId, authorId)))
    .returning({ uid: posts.uid, photoURL: posts.photoURL });
  return rows[0] ?? null;
}

/** What the team decides about a post. */
export interface PostStanding {
  readonly photoURL: string | null;
  readonly sensitive: boolean;
  /** Null while it is not hidden. */
  readonly hiddenReason: string | null;
}

/** How a post stands, held against other decisions until `tx` ends; null when there is none. */
export async function lockStanding(tx: Db, uid: string): Promise<PostStanding | null> {
  const { photoURL, sensitive, hiddenReason } = posts;
  const rows = await tx
    .select({ photoURL, sensitive, hiddenReason })
    .from(posts)
    .where(eq(posts.uid, uid))
    .for('no key update');
  return rows[0] ?? null;
}

/**
 * Sets how a post stands; a reason takes it off for all but its author, who reads it. In one
 * statement: at the second change in a transaction PostgreSQL asks for the post's author anew, who
 * may be leaving and waiting for this very post.
 */
export async function setStanding(
  tx: Db,
  uid: string,
  { hiddenReason, sensitive }: Omit<PostStanding, 'photoURL'>,
): Promise<void> {
  const hiddenAt = hiddenReason === null ? null : sql`coalesce(${posts.hiddenAt}, now())`;
  await tx.update(posts).set({ hiddenReason, hiddenAt, sensitive }).where(eq(posts.uid, uid));
}
