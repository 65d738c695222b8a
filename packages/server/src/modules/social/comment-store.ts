import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Cursor } from '../../platform/cursor.ts';
import type { Db } from '../../platform/database/pool.ts';
import {
  compileStatement,
  type Queryable,
  type Statement,
} from '../../platform/database/prepared.ts';
import { timeText } from '../../platform/database/time-text.ts';
import { tellOfPost } from '../notifications/index.ts';
import { authorColumns, authorSelection, shown, unblocked, users } from '../users/index.ts';
import type { CommentRow } from './comment-view.ts';
import { postOpenTo, type ReaderShape } from './post-visibility.ts';
import { comments } from './social-tables.ts';

/** Rows a list reads at most: one more than a page, to know whether another one follows. */
const SHORT = 21;
const LONG = 51;

const given = sql.placeholder;

const writtenAt = timeText(comments.createdAt);

const selection = sql`SELECT comments.id, comments.text,
    ${writtenAt} AS "writtenAt",
    ${authorSelection}
  FROM comments JOIN users ON users.uid = comments.author_id`;

/** Everything about a list that changes the text of its statement. */
interface Shape {
  readonly reader: ReaderShape;
  readonly further: boolean;
  readonly rows: number;
}

/** Comments are there for whom their post is open to; what is withheld from its author has none. */
function ofOpenPost(reader: ReaderShape): SQL {
  const shown = reader.adult ? sql`true` : sql`NOT posts.sensitive`;
  return sql`EXISTS (SELECT FROM posts JOIN users ON users.uid = posts.author_id
    WHERE posts.uid = ${given('post')} AND ${shown} AND ${postOpenTo(given('reader'), reader)})`;
}

function statementOf({ reader, further, rows }: Shape): Statement<CommentRow> {
  const past = sql`(comments.created_at, comments.id) < (${given('key')}::timestamptz, ${given('id')}::uuid)`;
  return compileStatement(
    sql`${selection} WHERE comments.post_uid = ${given('post')} AND comments.hidden_at IS NULL
        AND ${ofOpenPost(reader)}
        AND ${unblocked(given('reader'), reader.blocks)} AND ${further ? past : sql`true`}
      ORDER BY comments.created_at DESC, comments.id DESC LIMIT ${sql.raw(String(rows))}`,
    `comments ${[reader.signedIn, reader.adult, reader.blocks, further].map(Number).join('')} ${rows}`,
  );
}

const known = new Map<string, Statement<CommentRow>>();

function preparedStatement(shape: Shape): Statement<CommentRow> {
  const name = JSON.stringify(shape);
  const found = known.get(name) ?? statementOf(shape);
  known.set(name, found);
  return found;
}

export interface Listing {
  readonly post: string;
  /** Uid of the reader, null for a visitor. */
  readonly reader: string | null;
  readonly shape: ReaderShape;
  readonly after: Cursor | null;
  /** Rows of a page. */
  readonly limit: number;
}

/**
 * A post's comments that this reader sees, newest first: `limit` of them, and more when there are
 * more. None where the post is not open to the reader, as `openPost` tells.
 */
export function listRows(pool: Queryable, listing: Listing): Promise<CommentRow[]> {
  const { post, reader, shape, after, limit } = listing;
  const rows = limit < SHORT ? SHORT : LONG;
  const statement = preparedStatement({ reader: shape, further: after !== null, rows });
  return statement(pool, { post, reader, ...after });
}

/** A comment about to be written; `requestKey` is empty when the client named none. */
export interface NewCommentRow {
  readonly id: string;
  readonly post: string;
  readonly author: string;
  readonly text: string;
  readonly requestKey: string;
  /** Id under which the post's author is told, unless a notification of before is still unread. */
  readonly notification: string;
}

/**
 * Writes a comment, counts it and tells the post's author, once for each key of its own author;
 * `gone` when there is no such post. One by whom the team has hidden is hidden with them. Hold the
 * accounts of both. The post is held, so that its
 * comments stand in the order they become visible in.
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
        CASE WHEN NOT ${shown} THEN clock_timestamp() END
      FROM post, users WHERE users.uid = ${author}
      ON CONFLICT (author_id, request_key) DO NOTHING RETURNING post_uid, hidden_at
    ), counted AS (
      UPDATE posts SET comment_count = posts.comment_count + 1 FROM made
      WHERE posts.uid = made.post_uid AND made.hidden_at IS NULL
    ), fact AS (
      SELECT ${notification}::uuid AS notification_id, made.post_uid,
        post.author_id AS receiver_id, ${author}::uuid AS by_uid, ${id}::uuid AS fact_id
      FROM made JOIN post ON post.uid = made.post_uid WHERE made.hidden_at IS NULL
    ), ${tellOfPost('comment', sql`fact`)}
    SELECT EXISTS (SELECT FROM made) AS made FROM post`);
  const [row] = rows;
  if (!row) return 'gone';
  return row.made ? 'made' : 'repeated';
}

async function oneRow(tx: Db, which: SQL | undefined): Promise<CommentRow | null> {
  const rows = await tx
    .select({ id: comments.id, text: comments.text, writtenAt, ...authorColumns })
    .from(comments)
    .innerJoin(users, eq(users.uid, comments.authorId))
    .where(which);
  return rows[0] ?? null;
}

export function readComment(tx: Db, id: string): Promise<CommentRow | null> {
  return oneRow(tx, eq(comments.id, id));
}

/** The comment that a person wrote under this key of their client's. */
export function readCommentByKey(
  tx: Db,
  { author, requestKey }: Pick<NewCommentRow, 'author' | 'requestKey'>,
): Promise<CommentRow | null> {
  return oneRow(tx, and(eq(comments.authorId, author), eq(comments.requestKey, requestKey)));
}

/** Which comment, and who asks. */
export interface CommentOf {
  readonly id: string;
  readonly uid: string;
}

/*
 * The new count is made of what the held post says. The one this statement began with may be older than
 * the comment's coming back, and PostgreSQL holds the first try of an UPDATE against the table's checks
 * before it looks for a newer row: 0 - 1 would be refused.
 */
const erase: Statement<{ gone: boolean }> = compileStatement(
  sql`WITH post AS MATERIALIZED (
      SELECT uid, comment_count FROM posts WHERE uid = (
        SELECT post_uid FROM comments WHERE id = ${given('id')} AND author_id = ${given('uid')}
      ) FOR NO KEY UPDATE
    ), gone AS (
      DELETE FROM comments USING post
      WHERE comments.id = ${given('id')} AND comments.post_uid = post.uid
      RETURNING comments.post_uid, comments.hidden_at
    ), counted AS (
      UPDATE posts SET comment_count = post.comment_count - 1 FROM gone, post
      WHERE posts.uid = gone.post_uid AND post.uid = gone.post_uid AND gone.hidden_at IS NULL
    )
    SELECT EXISTS (SELECT FROM gone) AS gone`,
  'delete a comment',
);

/** Deletes an own comment with its place in the count; false when it is gone or somebody else's. */
export async function deleteOwnComment(pool: Queryable, comment: CommentOf): Promise<boolean> {
  const [row] = await erase(pool, { ...comment });
  return row?.gone === true;
}

const others: Statement<{ post: string }> = compileStatement(
  sql`SELECT comments.post_uid AS post FROM comments JOIN users ON users.uid = comments.author_id
    WHERE comments.id = ${given('id')} AND comments.author_id <> ${given('uid')}
      AND comments.hidden_at IS NULL AND ${unblocked(given('uid'), true)}`,
);

/** The post of somebody else's comment that this person sees wherever they see the post. */
export async function postOfOthersComment(
  pool: Queryable,
  comment: CommentOf,
): Promise<string | null> {
  const [row] = await others(pool, { ...comment });
  return row?.post ?? null;
}
