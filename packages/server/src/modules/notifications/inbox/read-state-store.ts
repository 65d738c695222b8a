import { databaseNow } from '../../../platform/database/clock.ts';
import type { Db } from '../../../platform/database/pool.ts';
import { and, eq, inArray, isNull, type SQL } from '../../../platform/database/query-builder.ts';
import { notifications } from './notifications-table.ts';

/**
 * Marks notifications as read. Rows are locked in the order of their ids, so that two devices marking at the same time
 * do not deadlock. A notification that was read before keeps its time of reading.
 * @returns ids of the notifications that were unread
 */
async function markRowsRead(db: Db, condition: SQL | undefined): Promise<string[]> {
  const { id, readAt } = notifications;
  const unreadRows = db
    .select({ id })
    .from(notifications)
    .where(and(condition, isNull(readAt)))
    .orderBy(id)
    .for('update');
  const rows = await db
    .update(notifications)
    .set({ readAt: databaseNow })
    .where(inArray(id, unreadRows))
    .returning({ id });
  return rows.map((row) => row.id);
}

/** Marks all notifications of a person as read; returns the ids of the notifications that were unread. */
export const markAllAsRead = (db: Db, uid: string): Promise<string[]> =>
  markRowsRead(db, eq(notifications.receiverId, uid));

/**
 * Marks one notification as read. Returns true when it was unread and false when it was read before; null when the
 * person has no notification with this id.
 */
export async function markOneAsRead(db: Db, uid: string, id: string): Promise<boolean | null> {
  const isOwnNotification = and(eq(notifications.id, id), eq(notifications.receiverId, uid));
  if ((await markRowsRead(db, isOwnNotification)).length > 0) return true;
  const rows = await db
    .select({ id: notifications.id })
    .from(notifications)
    .where(isOwnNotification);
  return rows.length > 0 ? false : null;
}

/**
 * Marks the notifications about a sender's messages as read, because the conversation was read; greetings of started
 * orders are included. After the commit, the caller must emit `notificationsRead` to the person's devices.
 * @returns ids of the notifications that were unread
 */
export const markMessageNotificationsRead = (
  tx: Db,
  receiverId: string,
  senderId: string,
): Promise<string[]> =>
  markRowsRead(
    tx,
    and(
      eq(notifications.receiverId, receiverId),
      eq(notifications.type, 'message'),
      eq(notifications.senderId, senderId),
    ),
  );
