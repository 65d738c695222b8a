import type { NotificationEvent } from '@guilda/contract/notifications/notification-kinds';
import { databaseNow } from '../../../platform/database/clock.ts';
import { type SQL, sql } from '../../../platform/database/query-builder.ts';

/** Events about a post that are grouped in one notification; the kind of the notification has the same name. */
type PostEvent = NotificationEvent<'like'> | NotificationEvent<'comment'>;

/** Maximum number of uncounted events that one statement deletes, because it locks the post and its author. */
const MAX_UNCOUNTED_DELETES = 1_000;

/**
 * CTEs to append to a statement that inserts likes or comments. The CTEs notify the posts' authors within the same
 * statement, which saves a round trip to the database. While the notification about a post is unread, further events of
 * the same type are grouped in it, and its time is that of the newest event. A like that is set twice counts once. A
 * notification that was read begins anew: the events grouped before are not counted any more. Each further event
 * deletes up to `MAX_UNCOUNTED_DELETES` of them.
 *
 * Lock the accounts of both people first (`lockOpenAccounts`), then the post.
 * @param insertedEvents name of a CTE with one row per inserted like or comment, possibly on several posts. Columns:
 * `notification_id` (a new id), `post_uid`, `receiver_id`, `by_uid` and `fact_id` (the id of a comment; `by_uid` for a
 * like). The notification about a post names the person in the row with the highest `fact_id`
 */
export function notifyPostAuthorCtes(eventType: PostEvent, insertedEvents: SQL): SQL {
  const kind = sql.raw(`'${eventType}'`);
  // A repeated like of the same person is no new event, but each comment is a new event.
  const repeatCondition =
    eventType === 'like'
      ? sql`notifications.read_at IS NULL AND EXISTS (SELECT FROM notification_facts f
          WHERE f.notification_id = notifications.id AND f.round = notifications.round
            AND f.fact_id = excluded.sender_id)`
      : sql`false`;
  return sql`notified AS (
      INSERT INTO notifications AS notifications
        (id, receiver_id, sender_id, type, content, additional_info, dedupe_key, post_uid)
      SELECT notification_id, receiver_id, by_uid, ${kind}, '',
        jsonb_build_object('postId', post_uid, 'event', ${kind}), ${kind} || ':' || post_uid, post_uid
      FROM (SELECT DISTINCT ON (post_uid) * FROM ${insertedEvents} WHERE receiver_id <> by_uid
        ORDER BY post_uid, fact_id DESC) AS newest
      ON CONFLICT (receiver_id, dedupe_key) DO UPDATE SET sender_id = excluded.sender_id,
        created_at = ${databaseNow}, read_at = NULL,
        round = notifications.round + (notifications.read_at IS NOT NULL)::integer
      WHERE NOT (${repeatCondition})
      RETURNING id, round, post_uid
    ), grouped AS (
      INSERT INTO notification_facts (notification_id, round, fact_id, by_uid)
      SELECT notified.id, notified.round, fact_id, by_uid FROM notified JOIN ${insertedEvents} USING (post_uid)
      WHERE receiver_id <> by_uid
      ON CONFLICT DO NOTHING
    ), uncounted AS (
      DELETE FROM notification_facts WHERE ctid = ANY(ARRAY(
        SELECT f.ctid FROM notification_facts f JOIN notified ON f.notification_id = notified.id
        WHERE f.round < notified.round LIMIT ${sql.raw(String(MAX_UNCOUNTED_DELETES))} FOR UPDATE OF f SKIP LOCKED))
    )`;
}
