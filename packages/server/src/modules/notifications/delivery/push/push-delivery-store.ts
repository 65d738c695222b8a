import { notificationDeliveryTopic } from '@guilda/contract/notifications/notifications';
import type { Database, Db } from '../../../../platform/database/pool.ts';
import { sql } from '../../../../platform/database/query-builder.ts';
import type { DeliverableNotification } from '../deliverable-store.ts';
import { pushDeliveries } from '../delivery-tables.ts';

/**
 * Whether a notification was already pushed to a subscription with this `versionAt`, the time of its last event, or a later one. For
 * the community topic, also true when the last push was for a `versionAt` at most one hour earlier.
 */
export async function wasPushSent(
  db: Db,
  notification: DeliverableNotification,
  subscriptionId: string,
): Promise<boolean> {
  const minInterval = notificationDeliveryTopic(notification) === 'community' ? '1 hour' : '0';
  const { rows } = await db.execute(sql`SELECT FROM push_deliveries
    WHERE notification_id = ${notification.id} AND subscription_id = ${subscriptionId}
      AND told_at + ${minInterval}::interval >= ${notification.versionAt}::timestamptz`);
  return rows.length > 0;
}

/**
 * Records that a notification was pushed with this `versionAt`. Does nothing when the subscription or the notification
 * does not exist any more.
 */
export async function recordPushSent(
  database: Pick<Database, 'transaction'>,
  { id: notificationId, versionAt: version }: DeliverableNotification,
  subscriptionId: string,
): Promise<void> {
  const versionAt = sql`${version}::timestamptz`;
  await database.transaction(async (tx) => {
    const { rows } = await tx.execute(sql`SELECT FROM notifications n, push_subscriptions s
      WHERE n.id = ${notificationId} AND s.id = ${subscriptionId} FOR KEY SHARE`);
    if (rows.length === 0) return;
    await tx
      .insert(pushDeliveries)
      .values({ notificationId, subscriptionId, versionAt })
      .onConflictDoUpdate({
        target: [pushDeliveries.notificationId, pushDeliveries.subscriptionId],
        set: { versionAt },
      });
  });
}
