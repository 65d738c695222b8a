import { type SQL, sql } from 'drizzle-orm';

/**
 * The end of a statement that makes a like or a comment: CTEs that tell the post's author of it, in
 * the same statement, so that it costs no further way to the database. What happens on a post while
 * its notification is unread gathers in that one and renews it; what was made, taken back and made
 * again while it is unread does so once.
 *
 * Who writes and who is told must be held beforehand (`keepAccounts`), and then the post.
 * @param made name of a CTE with one row, or none where nothing was made: `notification_id` (a new
 *   id), `post_uid`, `receiver_id`, `by_uid` and `fact_id` (of a comment its id, of a like `by_uid`)
 */
export function tellOfPost(type: 'like' | 'comment', made: SQL): SQL {
  const kind = sql.raw(`'${type}'`);
  // A comment is always another one.
  const again =
    type === 'like'
      ? sql`notifications.read_at IS NULL AND EXISTS (SELECT FROM notification_facts f
          WHERE f.notification_id = notifications.id AND f.round = notifications.round
            AND f.fact_id = excluded.sender_id)`
      : sql`false`;
  return sql`told AS (
      INSERT INTO notifications AS notifications
        (id, receiver_id, sender_id, type, content, additional_info, dedupe_key, post_uid)
      SELECT notification_id, receiver_id, by_uid, ${kind}, '',
        jsonb_build_object('postId', post_uid, 'event', ${kind}), ${kind} || ':' || post_uid, post_uid
      FROM ${made} WHERE receiver_id <> by_uid
      ON CONFLICT (receiver_id, dedupe_key) DO UPDATE SET sender_id = excluded.sender_id,
        created_at = clock_timestamp(), read_at = NULL,
        round = notifications.round + (notifications.read_at IS NOT NULL)::integer
      WHERE NOT (${again})
      RETURNING id, round
    ), gathered AS (
      INSERT INTO notification_facts (notification_id, round, fact_id, by_uid)
      SELECT told.id, told.round, fact_id, by_uid FROM told, ${made}
      ON CONFLICT DO NOTHING
    )`;
}
