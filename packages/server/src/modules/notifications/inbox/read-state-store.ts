import type { Db } from '../../../platform/database/pool.ts';
import {
  and,
  eq,
  inArray,
  isNull,
  type SQL,
  sql,
} from '../../../platform/database/query-builder.ts';
import { notifications } from './notifications-table.ts';

/**
 * Marks rows as read. They are locked in the order of their ids, so that devices that mark at the same
 * time do not deadlock; rows that were read before keep their time.
 * @returns ids of those that were unread
 */
async function markRowsRead(db: Db, which: SQL | undefined): Promise<string[]> {
  const { id, readAt } = notifications;
  const unread = db
    .select({ id })
    .from(notifications)
    .where(and(which, isNull(readAt)))
    .orderBy(id)
    .for('update');
  const rows = await db
    .update(notifications)
    .set({ readAt: sql`clock_timestamp()` })
    .where(inArray(id, unread))
    .returning({ id });
  return rows.map((row) => row.id);
}

/** Marks all notifications of a person as read; returns the ids of those that were unread. */
export const markAllAsRead = (db: Db, uid: string): Promise<string[]> =>
  markRowsRead(db, eq(notifications.receiverId, uid));

/** Marks one as read and returns whether that changed it; null where it does not exist or is another person's. */
export async function markOneAsRead(db: Db, uid: string, id: string): Promise<boolean | null> {
  const own = and(eq(notifications.id, id), eq(notifications.receiverId, uid));
  if ((await markRowsRead(db, own)).length > 0) return true;
  const rows = await db.select({ id: notifications.id }).from(notifications).where(own);
  return rows.length > 0 ? false : null;
}

/**
 * Marks the notifications about a sender's messages as read, greetings of started orders included, because
 * their conversation was read. Emit `notificationsRead` to the person's devices after the commit.
 * @returns ids of those that were unread
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
