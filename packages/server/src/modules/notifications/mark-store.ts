import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/pool.ts';
import { notifications } from './notifications-table.ts';

/**
 * Marks these rows as read, held in one order, so that devices that mark at the same moment take
 * turns; those that were read before keep their time.
 * @returns ids of those that were unread
 */
async function mark(db: Db, which: SQL | undefined): Promise<string[]> {
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

/** Marks everything a person was told as read; answers the ids of what was not. */
export const markAll = (db: Db, uid: string): Promise<string[]> =>
  mark(db, eq(notifications.receiverId, uid));

/** Marks one as read: whether that changed it, or null where it is not there or another's. */
export async function markOne(db: Db, uid: string, id: string): Promise<boolean | null> {
  const own = and(eq(notifications.id, id), eq(notifications.receiverId, uid));
  if ((await mark(db, own)).length > 0) return true;
  const rows = await db.select({ id: notifications.id }).from(notifications).where(own);
  return rows.length > 0 ? false : null;
}

/**
 * Marks what a person was told of another one's messages as read, the greeting at the start of an
 * order among them, for when their conversation is read. Tell the person's devices once it is
 * committed (`notificationsRead`).
 * @returns ids of those that were unread
 */
export const forgetMessageNotifications = (
  tx: Db,
  receiverId: string,
  senderId: string,
): Promise<string[]> =>
  mark(
    tx,
    and(
      eq(notifications.receiverId, receiverId),
      eq(notifications.type, 'message'),
      eq(notifications.senderId, senderId),
    ),
  );
