import { type Actor, uidOf } from '../../../platform/actor.ts';
import type { Cursor } from '../../../platform/cursor.ts';
import { rowsToRead } from '../../../platform/database/page-size.ts';
import type { Db } from '../../../platform/database/pool.ts';
import {
  compileOnce,
  compileSharedRead,
  compileStatement,
  type Queryable,
  type Statement,
} from '../../../platform/database/prepared.ts';
import { and, eq, type SQL, sql } from '../../../platform/database/query-builder.ts';
import { timeText } from '../../../platform/database/time-text.ts';
import {
  authorColumns,
  authorSelectionSql,
  hasBlocks,
  isNotBlockedWith,
  users,
} from '../../users/index.ts';
import { postVisibleTo, type ReaderVariant } from '../posts/post-visibility.ts';
import { comments } from '../social-tables.ts';
import type { CommentRow } from './comment-view.ts';

const placeholder = sql.placeholder;

const writtenAt = timeText(comments.createdAt);

const selectComments = sql`SELECT comments.id, comments.text,
    ${writtenAt} AS "writtenAt",
    ${authorSelectionSql}
  FROM comments JOIN users ON users.uid = comments.author_id`;

/** What the SQL text of a comment list depends on; each combination is a statement of its own. */
interface CommentListVariant {
  readonly reader: ReaderVariant;
  readonly isFurtherPage: boolean;
  readonly rowCount: number;
}

/**
 * Condition: the reader may see the content of the post with the placeholder `post`. False for the post's author if the
 * author may see the post only without its content.
 */
function isOnVisiblePost(reader: ReaderVariant): SQL {
  const passesAgeCheck = reader.adult ? sql`true` : sql`NOT posts.sensitive`;
  return sql`EXISTS (SELECT FROM posts JOIN users ON users.uid = posts.author_id
    WHERE posts.uid = ${placeholder('post')} AND ${passesAgeCheck} AND ${postVisibleTo(placeholder('reader'), reader)})`;
}

const commentListStatement = compileOnce(
  ({ reader, isFurtherPage, rowCount }: CommentListVariant) => {
    const cursorCondition = sql`(comments.created_at, comments.id) < (${placeholder('key')}::timestamptz, ${placeholder('id')}::uuid)`;
    return compileSharedRead<CommentRow>(
      sql`${selectComments} WHERE comments.post_uid = ${placeholder('post')} AND comments.hidden_at IS NULL
        AND ${isOnVisiblePost(reader)}
        AND ${isNotBlockedWith(placeholder('reader'), reader.blocks)} AND ${isFurtherPage ? cursorCondition : sql`true`}
      ORDER BY comments.created_at DESC, comments.id DESC LIMIT ${sql.raw(String(rowCount))}`,
      `comments ${[reader.signedIn, reader.adult, reader.blocks, isFurtherPage].map(Number).join('')} ${rowCount}`,
    );
  },
);

export interface CommentListing {
  readonly post: string;
  /** Uid of the reader, null for a visitor. */
  readonly reader: string | null;
  readonly readerVariant: ReaderVariant;
  readonly afterCursor: Cursor | null;
  /** Number of comments on a page. */
  readonly limit: number;
}

/**
 * A post's comments that this reader may see, newest first; more than `limit` rows when another page
 * follows. Empty when the reader may not see the post.
 */
export function listCommentRows(
  pool: Queryable,
  listing: CommentListing,
): Promise<readonly CommentRow[]> {
  const { post, reader, readerVariant, afterCursor, limit } = listing;
  const rowCount = rowsToRead(limit);
  const statement = commentListStatement({
    reader: readerVariant,
    isFurtherPage: afterCursor !== null,
    rowCount,
  });
  return statement(pool, { post, reader, ...afterCursor });
}

/** The comment that a person wrote with this request key; null when there is none. */
export async function readCommentByKey(
  db: Db,
  authorId: string,
  requestKey: string,
): Promise<CommentRow | null> {
  const rows = await db
    .select({ id: comments.id, text: comments.text, writtenAt, ...authorColumns })
    .from(comments)
    .innerJoin(users, eq(users.uid, comments.authorId))
    .where(and(eq(comments.authorId, authorId), eq(comments.requestKey, requestKey)));
  return rows[0] ?? null;
}

/** Id of a comment, and uid of the person who acts on it and need not be its author. */
export interface CommentOfActor {
  readonly id: string;
  readonly uid: string;
}

/*
 * The new count is computed from the locked row `post`. With `posts.comment_count - 1` PostgreSQL would
 * first compute the count of the row as it was when the statement began. That row may be older than the
 * comment and have the count 0, and the constraint of the column rejects -1.
 */
const deleteCommentStatement: Statement<{ gone: boolean }> = compileStatement(
  sql`WITH post AS MATERIALIZED (
      SELECT uid, comment_count FROM posts WHERE uid = (
        SELECT post_uid FROM comments WHERE id = ${placeholder('id')} AND author_id = ${placeholder('uid')}
      ) FOR NO KEY UPDATE
    ), gone AS (
      DELETE FROM comments USING post
      WHERE comments.id = ${placeholder('id')} AND comments.post_uid = post.uid
      RETURNING comments.post_uid, comments.hidden_at
    ), counted AS (
      UPDATE posts SET comment_count = post.comment_count - 1 FROM gone, post
      WHERE posts.uid = gone.post_uid AND post.uid = gone.post_uid AND gone.hidden_at IS NULL
    )
    SELECT EXISTS (SELECT FROM gone) AS gone`,
  'delete a comment',
);

/**
 * Deletes a comment of the actor and updates the post's counter. False when it does not exist or another person wrote
 * it.
 */
export async function deleteOwnComment(pool: Queryable, comment: CommentOfActor): Promise<boolean> {
  const [row] = await deleteCommentStatement(pool, { ...comment });
  return row?.gone === true;
}

const othersCommentStatement: Statement<{ post: string }> = compileStatement(
  sql`SELECT comments.post_uid AS post FROM comments JOIN users ON users.uid = comments.author_id
    WHERE comments.id = ${placeholder('id')} AND comments.author_id <> ${placeholder('uid')}
      AND comments.hidden_at IS NULL AND ${isNotBlockedWith(placeholder('uid'), true)}`,
);

/** The post of a visible comment that another person wrote; null when the actor may not see the comment. */
export async function findPostOfOthersComment(
  pool: Queryable,
  comment: CommentOfActor,
): Promise<string | null> {
  const [row] = await othersCommentStatement(pool, { ...comment });
  return row?.post ?? null;
}

/** Ids of a comment, its post and its author. */
export interface VisibleComment {
  readonly id: string;
  /** Uid of the post that the comment is on. */
  readonly post: string;
  /** Uid of the comment's author. */
  readonly author: string;
}

function unhiddenStatement(
  withBlocks: boolean,
): Statement<VisibleComment & Record<string, unknown>> {
  return compileStatement(
    sql`SELECT comments.id, comments.post_uid AS post, comments.author_id AS author
      FROM comments JOIN users ON users.uid = comments.author_id
      WHERE comments.id = ${placeholder('id')} AND comments.hidden_at IS NULL
        AND ${isNotBlockedWith(placeholder('reader'), withBlocks)}`,
    `one comment ${withBlocks}`,
  );
}

const unhiddenStatements = { blocks: unhiddenStatement(true), none: unhiddenStatement(false) };

/**
 * Reads a comment that is not hidden and has no block between its author and the reader. Whether the reader may see its
 * post is not checked.
 */
export async function findUnhiddenComment(
  pool: Queryable,
  actor: Actor,
  id: string,
): Promise<VisibleComment | null> {
  const statement = hasBlocks(actor) ? unhiddenStatements.blocks : unhiddenStatements.none;
  const [comment] = await statement(pool, { id, reader: uidOf(actor) });
  return comment ?? null;
}
