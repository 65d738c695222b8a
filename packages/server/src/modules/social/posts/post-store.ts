import type { Hashtag } from '@guilda/contract/community/hashtags';
import { databaseNow } from '../../../platform/database/clock.ts';
import type { Db } from '../../../platform/database/pool.ts';
import { and, eq, sql } from '../../../platform/database/query-builder.ts';
import { waitUntilReplicated } from '../../../platform/database/replicas/unreplicated.ts';
import { posts } from '../social-tables.ts';

/** A post to insert. */
export interface NewPostRow {
  readonly uid: string;
  readonly authorId: string;
  readonly title: string;
  readonly description: string;
  readonly hashtags: readonly Hashtag[];
  readonly photoURL: string | null;
  readonly photoWidth: number | null;
  readonly photoHeight: number | null;
  readonly serviceId: string | null;
  readonly sensitive: boolean;
  /** The client's idempotency key; null when it sent none. */
  readonly requestKey: string | null;
}

async function insertHashtags(tx: Db, uid: string, hashtags: readonly Hashtag[]): Promise<void> {
  if (hashtags.length === 0) return;
  const values = sql.join(
    hashtags.map(({ tag, name }) => sql`(${tag}, ${name})`),
    sql`, `,
  );
  await tx.execute(sql`INSERT INTO post_hashtags (tag, name, post_uid, created_at)
    SELECT given.tag, given.name, posts.uid, posts.created_at
    FROM posts, (VALUES ${values}) AS given (tag, name) WHERE posts.uid = ${uid}`);
}

/** Inserts a post with its hashtags; false when its author already has a post with this request key. */
export async function insertPost(tx: Db, post: NewPostRow): Promise<boolean> {
  const { hashtags, uid } = post;
  const hashtagNames = hashtags.map(({ name }) => name);
  // The creation time is set by the database's clock, which defines the order of posts (docs/product/community.md).
  const rows = await tx
    .insert(posts)
    .values({ ...post, hashtags: hashtagNames, createdAt: databaseNow })
    .onConflictDoNothing({ target: [posts.authorId, posts.requestKey] })
    .returning({ uid: posts.uid });
  if (rows.length === 0) return false;
  await insertHashtags(tx, uid, hashtags);
  return true;
}

/** Uid of the person's post with this request key; null when there is none. */
export async function findPostByIdempotencyKey(
  db: Db,
  authorId: string,
  requestKey: string,
): Promise<string | null> {
  const rows = await db
    .select({ uid: posts.uid, replicated: waitUntilReplicated })
    .from(posts)
    .where(and(eq(posts.authorId, authorId), eq(posts.requestKey, requestKey)));
  return rows[0]?.uid ?? null;
}

/** A deleted post and its picture to erase. */
export interface DeletedPost {
  readonly uid: string;
  /** Address of the post's picture, to be erased after the commit; null without a picture. */
  readonly photoURL: string | null;
}

/**
 * Deletes a post of this author with its comments, likes and hashtags; null when the author has no post with this uid.
 */
export async function deleteOwnPost(
  tx: Db,
  authorId: string,
  uid: string,
): Promise<DeletedPost | null> {
  const rows = await tx
    .delete(posts)
    .where(and(eq(posts.uid, uid), eq(posts.authorId, authorId)))
    .returning({ uid: posts.uid, photoURL: posts.photoURL });
  return rows[0] ?? null;
}

/** The columns of a post that moderation can change. */
export interface PostModerationState {
  readonly photoURL: string | null;
  readonly sensitive: boolean;
  /** Reason for hiding the post; null while it is not hidden. */
  readonly hiddenReason: string | null;
}

/** Locks a post until `tx` ends and returns its moderation state; null when the post does not exist. */
export async function lockPostState(tx: Db, uid: string): Promise<PostModerationState | null> {
  const { photoURL, sensitive, hiddenReason } = posts;
  const rows = await tx
    .select({ photoURL, sensitive, hiddenReason })
    .from(posts)
    .where(eq(posts.uid, uid))
    .for('no key update');
  return rows[0] ?? null;
}

/**
 * Updates the moderation state of a post; a reason hides the post from everybody except its author. All columns are
 * changed by one statement: at a second update in a transaction PostgreSQL locks the row of the post's author, and a
 * concurrent closing of that account may hold this lock while it waits for the post.
 */
export async function setPostState(
  tx: Db,
  uid: string,
  { hiddenReason, sensitive }: Omit<PostModerationState, 'photoURL'>,
): Promise<void> {
  const hiddenAt = hiddenReason === null ? null : sql`coalesce(${posts.hiddenAt}, now())`;
  await tx.update(posts).set({ hiddenReason, hiddenAt, sensitive }).where(eq(posts.uid, uid));
}
