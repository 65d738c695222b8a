import type pg from 'pg';

/** Notifications older than this many hours are marked as read. */
const READ_AFTER_HOURS = 5;

/** SQL for the hours between an order and each of its events. */
const HOURS_AFTER_ORDER_SQL = `CASE additional_info->>'event' WHEN 'started' THEN 0.6
  WHEN 'completed' THEN 1 WHEN 'reviewed' THEN 1 ELSE 0 END`;

/** Backdates the notifications about orders. */
async function backdateOrderNotifications(
  client: pg.ClientBase,
  id: string,
  hoursAgo: number,
): Promise<void> {
  await client.query(
    `UPDATE notifications n SET created_at = dated.at,
       read_at = CASE WHEN dated.at < now() - interval '${READ_AFTER_HOURS} hours'
         THEN dated.at + interval '20 minutes' END
     FROM (SELECT id, created_at - ($2 - ${HOURS_AFTER_ORDER_SQL}) * interval '1 hour' AS at FROM notifications
       WHERE additional_info->>'paymentId' = $1 AND $2 >= 1) AS dated
     WHERE n.id = dated.id`,
    [id, hoursAgo],
  );
}

/**
 * Backdates notifications about comments to the time of the post's last comment, and notifications about likes to a
 * time after the post.
 */
async function backdatePostNotifications(client: pg.ClientBase): Promise<void> {
  await client.query(
    `UPDATE notifications n SET created_at = dated.at,
       read_at = CASE WHEN dated.at < now() - interval '${READ_AFTER_HOURS} hours'
         THEN dated.at + interval '20 minutes' END
     FROM (SELECT n.id, coalesce(
         (SELECT max(c.created_at) FROM notification_facts f JOIN comments c ON c.id = f.fact_id
           WHERE f.notification_id = n.id),
         least(p.created_at + interval '30 minutes', now() - interval '5 minutes')) AS at
       FROM notifications n JOIN posts p ON p.uid = n.post_uid) AS dated
     WHERE n.id = dated.id`,
  );
  await client.query(
    `UPDATE notification_facts f SET at = c.created_at FROM comments c WHERE c.id = f.fact_id`,
  );
}

/** Backdates all notifications of demo people and marks those older than `READ_AFTER_HOURS` as read. */
export async function backdateNotifications(
  client: pg.ClientBase,
  orders: readonly (readonly [id: string, hoursAgo: number])[],
): Promise<void> {
  for (const [id, hoursAgo] of orders) await backdateOrderNotifications(client, id, hoursAgo);
  await backdatePostNotifications(client);
}
