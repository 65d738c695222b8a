import { sql } from 'drizzle-orm';
import type { Database, Db } from '../../platform/database/pool.ts';
import { type NoticeFacts, topicOf } from './notice-facts.ts';
import { pushDeliveries } from './reach-tables.ts';

/**
 * Whether a browser was sent this telling of a notification already. One that gathers what the
 * community does is sent once an hour at most, however often it is told anew.
 */
export async function wasPushed(
  db: Db,
  notice: NoticeFacts,
  subscriptionId: string,
): Promise<boolean> {
  const rest = topicOf(notice) === 'community' ? '1 hour' : '0';
  const { rows } = await db.execute(sql`SELECT FROM push_deliveries
    WHERE notification_id = ${notice.id} AND subscription_id = ${subscriptionId}
      AND told_at + ${rest}::interval >= ${notice.toldAt}::timestamptz`);
  return rows.length > 0;
}

/** Notes what a browser was sent; one that is forgotten by now needs no note. */
export async function notePushed(
  database: Pick<Database, 'transaction'>,
  { id: notificationId, toldAt: told }: NoticeFacts,
  subscriptionId: string,
): Promise<void> {
  const toldAt = sql`${told}::timestamptz`;
  await database.transaction(async (tx) => {
    const { rows } = await tx.execute(sql`SELECT FROM notifications n, push_subscriptions s
      WHERE n.id = ${notificationId} AND s.id = ${subscriptionId} FOR KEY SHARE`);
    if (rows.length === 0) return;
    await tx
      .insert(pushDeliveries)
      .values({ notificationId, subscriptionId, toldAt })
      .onConflictDoUpdate({
        target: [pushDeliveries.notificationId, pushDeliveries.subscriptionId],
        set: { toldAt },
      });
  });
}
