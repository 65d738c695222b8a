import type { NotificationSource } from '@guilda/contract/notifications/notification-kinds';
import { databaseNow } from '../../../platform/database/clock.ts';
import type { Db } from '../../../platform/database/pool.ts';
import { and, eq, isNull, type SQL, sql } from '../../../platform/database/query-builder.ts';
import type { Ids } from '../../../ports/ids.ts';
import { users } from '../../users/index.ts';
import { type NotificationRow, notifications } from './notifications-table.ts';

export interface NewNotification
  extends Pick<NotificationRow, 'receiverId' | 'senderId' | 'content' | 'dedupeKey'> {
  /** Kind and event of the notification, in a combination that `NotificationSource` allows. */
  readonly source: NotificationSource;
  /** Ids that the notification's link needs; stored as `additionalInfo`. */
  readonly ids: Readonly<Record<string, string>>;
}

/**
 * Records a notification in the transaction of the event. Returns false and writes nothing when the receiver already
 * has a notification with this `dedupeKey`, or the receiver's account is closed.
 */
export async function recordNotification(
  tx: Db,
  ids: Ids,
  notification: NewNotification,
): Promise<boolean> {
  const { receiverId, senderId, source, content, dedupeKey } = notification;
  const receiver = await tx
    .select({ uid: users.uid })
    .from(users)
    .where(and(eq(users.uid, receiverId), isNull(users.deletedAt)));
  if (receiver.length === 0) return false;
  const { type, event } = source;
  const additionalInfo = { ...notification.ids, event };
  const values = { receiverId, senderId, type, content, additionalInfo, dedupeKey };
  const insertedRows = await tx
    .insert(notifications)
    .values({ ...values, id: ids.uuid(), createdAt: databaseNow })
    .onConflictDoNothing({ target: [notifications.receiverId, notifications.dedupeKey] })
    .returning({ id: notifications.id });
  return insertedRows.length > 0;
}

/** Deletes the notifications of a person, in the transaction that closes the account. */
export async function deleteNotificationsOf(tx: Db, uid: string): Promise<void> {
  await tx.delete(notifications).where(eq(notifications.receiverId, uid));
}

/** A message of which the receiver is notified. */
export interface NotifiedMessage {
  readonly receiverId: string;
  readonly senderId: string;
  /** Text of the message; the notification stores only its beginning. */
  readonly content: string;
  /** Time at which the message was stored, ISO 8601. */
  readonly sentAt: string;
}

const messageSource = { type: 'message', event: 'message' } as const satisfies NotificationSource;

/**
 * Inserts the notification about a sender's newest message, or renews one that is older than the message and marks it as
 * unread. Lock both accounts first.
 */
export async function upsertMessageNotification(
  tx: Db,
  ids: Ids,
  { receiverId, senderId, content, sentAt }: NotifiedMessage,
): Promise<void> {
  const renewedColumns = { content, createdAt: databaseNow };
  await tx
    .insert(notifications)
    .values({
      id: ids.uuid(),
      receiverId,
      senderId,
      type: messageSource.type,
      additionalInfo: { event: messageSource.event },
      dedupeKey: `message:${senderId}`,
      ...renewedColumns,
    })
    .onConflictDoUpdate({
      target: [notifications.receiverId, notifications.dedupeKey],
      set: { ...renewedColumns, readAt: null },
      setWhere: sql`${notifications.createdAt} < ${sentAt}::timestamptz`,
    });
}

/**
 * Deletes up to `limit` notifications that are due for deletion, and returns how many. Rows locked by other transactions
 * are skipped. The order lets an index find the rows that are due, so that a batch reads no others.
 */
async function deleteDue(db: Db, isDue: SQL, order: SQL, limit: number): Promise<number> {
  const { rowCount } = await db.execute(sql`DELETE FROM notifications WHERE id = ANY(ARRAY(
    SELECT id FROM notifications WHERE ${isDue} ORDER BY ${order} LIMIT ${limit} FOR UPDATE SKIP LOCKED))`);
  return rowCount ?? 0;
}

/** Deletes up to `limit` notifications that were read more than `days` days ago; returns how many. */
export const deleteNotificationsReadBefore = (
  db: Db,
  days: number,
  limit: number,
): Promise<number> =>
  deleteDue(db, sql`read_at < now() - make_interval(days => ${days})`, sql`read_at`, limit);

/** Deletes up to `limit` unread notifications that were created more than `days` days ago; returns how many. */
export const deleteUnreadNotificationsBefore = (
  db: Db,
  days: number,
  limit: number,
): Promise<number> =>
  deleteDue(
    db,
    sql`read_at IS NULL AND created_at < now() - make_interval(days => ${days})`,
    sql`created_at`,
    limit,
  );
