import type { NotificationSource } from '@guilda/contract/notifications';
import type { Db } from '../../../platform/database/pool.ts';
import { and, eq, isNull, sql } from '../../../platform/database/query-builder.ts';
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
