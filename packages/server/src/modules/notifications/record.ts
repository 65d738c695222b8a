import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/pool.ts';
import type { Ids } from '../../ports/ids.ts';
import { users } from '../users/index.ts';
import { type NotificationRow, notifications } from './notifications-table.ts';

export type NewNotification = Pick<
  NotificationRow,
  'receiverId' | 'senderId' | 'type' | 'content' | 'additionalInfo' | 'dedupeKey'
>;

/**
 * Records a notification in the transaction of the fact it tells of. False, and nothing is written,
 * when this receiver was told of that fact (`dedupeKey`) before, or has closed the account.
 */
export async function recordNotification(
  tx: Db,
  ids: Ids,
  notification: NewNotification,
): Promise<boolean> {
  const { receiverId, senderId, type, content, additionalInfo, dedupeKey } = notification;
  const receiver = await tx
    .select({ uid: users.uid })
    .from(users)
    .where(and(eq(users.uid, receiverId), isNull(users.deletedAt)));
  if (receiver.length === 0) return false;
  const values = { receiverId, senderId, type, content, additionalInfo, dedupeKey };
  const made = await tx
    .insert(notifications)
    .values({ ...values, id: ids.uuid(), createdAt: sql`clock_timestamp()` })
    .onConflictDoNothing({ target: [notifications.receiverId, notifications.dedupeKey] })
    .returning({ id: notifications.id });
  return made.length > 0;
}

/** Forgets what a person was told, for when the account goes. */
export async function forgetNotificationsOf(tx: Db, uid: string): Promise<void> {
  await tx.delete(notifications).where(eq(notifications.receiverId, uid));
}
