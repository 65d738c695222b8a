import type { NotificationSource } from '@guilda/contract/notifications';
import type { Db } from '../../../platform/database/pool.ts';
import { and, eq, isNotNull, isNull, sql } from '../../../platform/database/query-builder.ts';
import type { Ids } from '../../../ports/ids.ts';
import { users } from '../../users/index.ts';
import { type NotificationRow, notifications } from './notifications-table.ts';

export interface NewNotification
  extends Pick<NotificationRow, 'receiverId' | 'senderId' | 'content' | 'dedupeKey'> {
  /** Kind and event, a row of the contract's table. */
  readonly source: NotificationSource;
  /** Ids that the page links by; stored with the event as `additionalInfo`. */
  readonly ids: Readonly<Record<string, string>>;
}

/**
 * Records a notification in the transaction of its event. Returns false and writes nothing when this
 * receiver has one with that `dedupeKey`, or has closed the account.
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
  const made = await tx
    .insert(notifications)
    .values({ ...values, id: ids.uuid(), createdAt: sql`clock_timestamp()` })
    .onConflictDoNothing({ target: [notifications.receiverId, notifications.dedupeKey] })
    .returning({ id: notifications.id });
  return made.length > 0;
}

/** Deletes the notifications of a person whose account is closed. */
export async function deleteNotificationsOf(tx: Db, uid: string): Promise<void> {
  await tx.delete(notifications).where(eq(notifications.receiverId, uid));
}

/** A message that its receiver is notified of. */
export interface NotifiedMessage {
  readonly receiverId: string;
  readonly senderId: string;
  /** The message; the notification stores the beginning of it. */
  readonly content: string;
  /** When the message was stored (ISO 8601). */
  readonly sentAt: string;
}

/** Which existing notification a message renews: one that is `older` than the message, or one that was `read`. */
export type RenewedNotification = 'older' | 'read';

const messageSource = { type: 'message', event: 'message' } as const satisfies NotificationSource;

/**
 * Inserts the notification about a sender's newest message, or renews the one that exists and makes it unread. Lock both
 * accounts first.
 */
export async function upsertMessageNotification(
  tx: Db,
  ids: Ids,
  { receiverId, senderId, content, sentAt }: NotifiedMessage,
  renewal: RenewedNotification,
): Promise<void> {
  const renewed = { content, createdAt: sql`clock_timestamp()` };
  await tx
    .insert(notifications)
    .values({
      id: ids.uuid(),
      receiverId,
      senderId,
      type: messageSource.type,
      additionalInfo: { event: messageSource.event },
      dedupeKey: `message:${senderId}`,
      ...renewed,
    })
    .onConflictDoUpdate({
      target: [notifications.receiverId, notifications.dedupeKey],
      set: { ...renewed, readAt: null },
      setWhere:
        renewal === 'older'
          ? sql`${notifications.createdAt} < ${sentAt}::timestamptz`
          : isNotNull(notifications.readAt),
    });
}

/** Ages in days after which notifications are deleted. */
interface RetentionDays {
  /** Since it was read. */
  readonly read: number;
  /** Since it was created, while it is unread. */
  readonly unread: number;
}

/** Deletes up to `limit` notifications that are too old; returns how many. Rows that others have locked are left. */
export async function deleteOldNotifications(
  db: Db,
  ages: RetentionDays,
  limit: number,
): Promise<number> {
  const { rowCount } = await db.execute(sql`DELETE FROM notifications WHERE id IN (
    SELECT id FROM notifications
    WHERE read_at < now() - make_interval(days => ${ages.read})
      OR (read_at IS NULL AND created_at < now() - make_interval(days => ${ages.unread}))
    LIMIT ${limit} FOR UPDATE SKIP LOCKED)`);
  return rowCount ?? 0;
}

/** Deletes gathered events from before the receiver last read the notification: they are not counted any more. */
export async function deleteUncountedEvents(db: Db): Promise<void> {
  await db.execute(sql`DELETE FROM notification_facts f USING notifications n
  WHERE n.id = f.notification_id AND f.round < n.round`);
}
