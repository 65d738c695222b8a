import { databaseNow } from '../../../platform/database/clock.ts';
import { compileStatement, type Queryable } from '../../../platform/database/prepared.ts';
import { sql } from '../../../platform/database/query-builder.ts';
import { timeText } from '../../../platform/database/time-text.ts';
import { notifyPostAuthorCtes } from '../../notifications/index.ts';
import {
  authorSelectionSql,
  blockBetween,
  isAgeProofRequired,
  isNotHidden,
} from '../../users/index.ts';
import type { CommentRow } from './comment-view.ts';

/** A comment to insert; `requestKey` is empty when the client sent no idempotency key. */
export interface NewComment {
  readonly id: string;
  /** Uid of the post. */
  readonly postUid: string;
  /** Uid of the post's author. */
  readonly postAuthorUid: string;
  /** Uid of the comment's author. */
  readonly authorUid: string;
  readonly text: string;
  readonly requestKey: string;
  /**
   * Id for a new notification of the post's author. It is not used while an earlier notification about the post is
   * unread.
   */
  readonly notificationId: string;
}

/**
 * Outcome of inserting a comment: `made`; `repeated` when its author has already written one with this request key;
 * `gone` when the post was deleted or one of the two accounts is closed or suspended; `blocked` by a block between the
 * two people; `age_required` when a proof of age is required of its author.
 */
export type CommentInsertOutcome = 'made' | 'repeated' | 'gone' | 'blocked' | 'age_required';

const { placeholder } = sql;
const arrayPlaceholder = (name: string, type: string) =>
  sql`${placeholder(name)}::${sql.raw(type)}[]`;

/**
 * Settings of the transaction. A connection keeps its query plans, so a plan must use indexes even when it was made while
 * the tables were still small.
 */
export const commentBatchSettings = ['SET LOCAL enable_seqscan = off'];

const insertStatement = compileStatement<
  CommentRow & { outcome: CommentInsertOutcome } & Record<string, unknown>
>(
  sql`WITH asked AS MATERIALIZED (
      SELECT * FROM unnest(${arrayPlaceholder('ids', 'uuid')}, ${arrayPlaceholder('posts', 'uuid')}, ${arrayPlaceholder('authors', 'uuid')},
        ${arrayPlaceholder('texts', 'text')}, ${arrayPlaceholder('keys', 'text')}, ${arrayPlaceholder('notifications', 'uuid')})
        WITH ORDINALITY AS asked (id, post_uid, author_id, text, request_key, notification_id, n)
    ), post AS MATERIALIZED (
      SELECT uid, author_id FROM posts WHERE uid = ANY (${arrayPlaceholder('posts', 'uuid')})
      ORDER BY uid FOR NO KEY UPDATE
    ), checked AS MATERIALIZED (
      SELECT asked.*, post.author_id AS receiver_id,
        post.uid IS NOT NULL AND asked.author_id = ANY (${arrayPlaceholder('active', 'uuid')})
          AND post.author_id = ANY (${arrayPlaceholder('active', 'uuid')}) AS possible,
        ${blockBetween(sql`asked.author_id`, sql`post.author_id`)} AS blocked
      FROM asked LEFT JOIN post ON post.uid = asked.post_uid
    ), made AS (
      INSERT INTO comments (id, post_uid, author_id, text, request_key, hidden_at)
      SELECT checked.id, checked.post_uid, checked.author_id, checked.text, checked.request_key,
        CASE WHEN NOT ${isNotHidden} THEN ${databaseNow} END
      FROM checked JOIN users ON users.uid = checked.author_id
      WHERE checked.possible AND NOT checked.blocked AND NOT ${isAgeProofRequired} ORDER BY checked.n
      ON CONFLICT (author_id, request_key) DO NOTHING
      RETURNING id, post_uid, author_id, hidden_at, created_at
    ), counted AS (
      UPDATE posts SET comment_count = posts.comment_count + more.count
      FROM (SELECT post_uid, count(*)::integer AS count FROM made WHERE hidden_at IS NULL GROUP BY post_uid) more
      WHERE posts.uid = more.post_uid
    ), fact AS (
      SELECT checked.notification_id, made.post_uid, checked.receiver_id, made.author_id AS by_uid,
        made.id AS fact_id
      FROM made JOIN checked ON checked.id = made.id WHERE made.hidden_at IS NULL
    ), ${notifyPostAuthorCtes('comment', sql`fact`)}
    SELECT checked.id, checked.text, ${timeText(sql`made.created_at`)} AS "writtenAt", ${authorSelectionSql},
      CASE WHEN made.id IS NOT NULL THEN 'made' WHEN NOT checked.possible THEN 'gone'
        WHEN checked.blocked THEN 'blocked' WHEN ${isAgeProofRequired} THEN 'age_required' ELSE 'repeated' END AS outcome
    FROM checked JOIN users ON users.uid = checked.author_id LEFT JOIN made ON made.id = checked.id
    ORDER BY checked.n`,
  'insert comments',
);

/**
 * Inserts comments, updates the posts' counters and notifies the posts' authors. Returns one row per comment, in the
 * order of `comments`. A comment by a hidden account is hidden as well. Lock the accounts first; `activeUids` are those
 * that are neither closed nor suspended. The posts are locked, so that comments become visible in the order of their
 * times.
 */
export function insertComments(
  connection: Queryable,
  comments: readonly NewComment[],
  activeUids: readonly string[],
): Promise<readonly (CommentRow & { readonly outcome: CommentInsertOutcome })[]> {
  return insertStatement(connection, {
    active: activeUids,
    ids: comments.map(({ id }) => id),
    posts: comments.map(({ postUid }) => postUid),
    authors: comments.map(({ authorUid }) => authorUid),
    texts: comments.map(({ text }) => text),
    keys: comments.map(({ requestKey }) => (requestKey === '' ? null : requestKey)),
    notifications: comments.map(({ notificationId }) => notificationId),
  });
}
