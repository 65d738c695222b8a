import { type Actor, uidOf } from '../../../platform/actor.ts';
import type { Cursor } from '../../../platform/cursor.ts';
import { rowsToRead } from '../../../platform/database/page-size.ts';
import type { Db } from '../../../platform/database/pool.ts';
import {
  compileStatement,
  type Queryable,
  type Statement,
} from '../../../platform/database/prepared.ts';
import { and, eq, type SQL, sql } from '../../../platform/database/query-builder.ts';
import { timeText } from '../../../platform/database/time-text.ts';
import { notifyPostAuthorCtes } from '../../notifications/index.ts';
import {
  authorColumns,
  authorSelectionSql,
  hasBlocks,
  isNotBlockedWith,
  isNotHidden,
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

/** The parts of a comment list that change its SQL text. */
interface CommentListVariant {
  readonly reader: ReaderVariant;
  readonly further: boolean;
  readonly rows: number;
}

/**
 * Condition: the reader may see the content of the post with the placeholder `post`. When the post's author may see the
 * post only without its content, the author gets no comments.
 */
function isOnVisiblePost(reader: ReaderVariant): SQL {
  const ageAllowed = reader.adult ? sql`true` : sql`NOT posts.sensitive`;
  return sql`EXISTS (SELECT FROM posts JOIN users ON users.uid = posts.author_id
    WHERE posts.uid = ${placeholder('post')} AND ${ageAllowed} AND ${postVisibleTo(placeholder('reader'), reader)})`;
}

function commentListStatement({
  reader,
  further,
  rows,
}: CommentListVariant): Statement<CommentRow> {
  const cursorCondition = sql`(comments.created_at, comments.id) < (${placeholder('key')}::timestamptz, ${placeholder('id')}::uuid)`;
  return compileStatement(
    sql`${selectComments} WHERE comments.post_uid = ${placeholder('post')} AND comments.hidden_at IS NULL
        AND ${isOnVisiblePost(reader)}
        AND ${isNotBlockedWith(placeholder('reader'), reader.blocks)} AND ${further ? cursorCondition : sql`true`}
      ORDER BY comments.created_at DESC, comments.id DESC LIMIT ${sql.raw(String(rows))}`,
    `comments ${[reader.signedIn, reader.adult, reader.blocks, further].map(Number).join('')} ${rows}`,
  );
}

const preparedStatements = new Map<string, Statement<CommentRow>>();

function preparedStatement(shape: CommentListVariant): Statement<CommentRow> {
  const name = JSON.stringify(shape);
  const found = preparedStatements.get(name) ?? commentListStatement(shape);
  preparedStatements.set(name, found);
  return found;
}

export interface CommentListing {
  readonly post: string;
  /** Uid of the reader, null for a visitor. */
  readonly reader: string | null;
  readonly shape: ReaderVariant;
  readonly after: Cursor | null;
  /** Number of comments on a page. */
  readonly limit: number;
}

/**
 * A post's comments that this reader may see, newest first; more than `limit` rows when another page
 * follows. Empty when the reader may not see the post.
 */
export function listCommentRows(pool: Queryable, listing: CommentListing): Promise<CommentRow[]> {
  const { post, reader, shape, after, limit } = listing;
  const rows = rowsToRead(limit);
  const statement = preparedStatement({ reader: shape, further: after !== null, rows });
  return statement(pool, { post, reader, ...after });
}

/** A comment to insert; `requestKey` is empty when the client sent no idempotency key. */
export interface NewCommentRow {
  readonly id: string;
  readonly post: string;
  readonly author: string;
  readonly text: string;
  readonly requestKey: string;
  /**
   * Id for a new notification of the post's author. It is not used while an earlier notification about the post is
   * unread.
   */
  readonly notification: string;
}

/**
 * Inserts a comment, updates the post's counter and notifies the post's author. The result is `made`; `repeated` when
 * the author has already written a comment with this request key; `gone` when the post does not exist. A comment by a
 * hidden account is hidden as well. Lock the accounts of both authors first. The post is locked, so that comments
 * become visible in the order of their times.
 */
export async function insertComment(
  tx: Db,
  { id, post, author, text, requestKey, notification }: NewCommentRow,
): Promise<'made' | 'repeated' | 'gone'> {
  const key = requestKey === '' ? null : requestKey;
  const { rows } = await tx.execute<{ made: boolean }>(sql`
    WITH post AS MATERIALIZED (
      SELECT uid, author_id FROM posts WHERE uid = ${post} FOR NO KEY UPDATE
    ), made AS (
      INSERT INTO comments (id, post_uid, author_id, text, request_key, hidden_at)
      SELECT ${id}::uuid, post.uid, ${author}::uuid, ${text}, ${key},
        CASE WHEN NOT ${isNotHidden} THEN clock_timestamp() END
      FROM post, users WHERE users.uid = ${author}
      ON CONFLICT (author_id, request_key) DO NOTHING RETURNING post_uid, hidden_at
    ), counted AS (
      UPDATE posts SET comment_count = posts.comment_count + 1 FROM made
      WHERE posts.uid = made.post_uid AND made.hidden_at IS NULL
    ), fact AS (
      SELECT ${notification}::uuid AS notification_id, made.post_uid,
        post.author_id AS receiver_id, ${author}::uuid AS by_uid, ${id}::uuid AS fact_id
      FROM made JOIN post ON post.uid = made.post_uid WHERE made.hidden_at IS NULL
    ), ${notifyPostAuthorCtes('comment', sql`fact`)}
    SELECT EXISTS (SELECT FROM made) AS made FROM post`);
  const [row] = rows;
  if (!row) return 'gone';
  return row.made ? 'made' : 'repeated';
}

async function readCommentWhere(tx: Db, which: SQL | undefined): Promise<CommentRow | null> {
  const rows = await tx
    .select({ id: comments.id, text: comments.text, writtenAt, ...authorColumns })
    .from(comments)
    .innerJoin(users, eq(users.uid, comments.authorId))
    .where(which);
  return rows[0] ?? null;
}

export function readComment(tx: Db, id: string): Promise<CommentRow | null> {
  return readCommentWhere(tx, eq(comments.id, id));
}

/** The comment that a person wrote with this request key; null when there is none. */
export function readCommentByKey(
  tx: Db,
  { author, requestKey }: Pick<NewCommentRow, 'author' | 'requestKey'>,
): Promise<CommentRow | null> {
  return readCommentWhere(
    tx,
    and(eq(comments.authorId, author), eq(comments.requestKey, requestKey)),
  );
}

/** Id of a comment and uid of the actor. */
export interface CommentOfActor {
  readonly id: string;
  readonly uid: string;
}

/*
 * The new count is computed from the locked row. The version that this statement started with may be
 * older than the comment, and PostgreSQL checks constraints of an UPDATE before it looks for a newer
 * version: 0 - 1 would be rejected.
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
  /** Uid of the comment's post. */
  readonly post: string;
  /** Uid of the comment's author. */
  readonly author: string;
}

function unhiddenStatement(blocks: boolean): Statement<VisibleComment & Record<string, unknown>> {
  return compileStatement(
    sql`SELECT comments.id, comments.post_uid AS post, comments.author_id AS author
      FROM comments JOIN users ON users.uid = comments.author_id
      WHERE comments.id = ${placeholder('id')} AND comments.hidden_at IS NULL
        AND ${isNotBlockedWith(placeholder('reader'), blocks)}`,
    `one comment ${blocks}`,
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
