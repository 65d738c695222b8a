import { limits } from '@guilda/contract/limits';
import type { NotificationSource } from '@guilda/contract/notifications';
import type { Db } from '../../../platform/database/pool.ts';
import { isNotNull, type SQL, sql } from '../../../platform/database/query-builder.ts';
import type { Ids } from '../../../ports/ids.ts';
import { lockOpenAccounts } from '../../users/index.ts';
import { excerpt } from './excerpt.ts';
import { notifications } from './notifications-table.ts';
import { recordNotification } from './record-notification.ts';

/** A message that its receiver is notified of. */
export interface NotifiedMessage {
  readonly receiverId: string;
  readonly senderId: string;
  /** The message; the notification stores the beginning of it. */
  readonly content: string;
  /** When the message was stored (ISO 8601). */
  readonly sentAt: string;
}

const { type, event } = { type: 'message', event: 'message' } as const satisfies NotificationSource;

/** Records the notification; one that exists is renewed and unread again where `renew` holds for its row. */
async function record(tx: Db, ids: Ids, message: NotifiedMessage, renew: SQL): Promise<void> {
  const { receiverId, senderId, content } = message;
  if (!(await lockOpenAccounts(tx, [receiverId, senderId]))) return;
  const renewed = {
    content: excerpt(content, limits.notificationContent),
    createdAt: sql`clock_timestamp()`,
  };
  await tx
    .insert(notifications)
    .values({
      id: ids.uuid(),
      receiverId,
      senderId,
      type,
      additionalInfo: { event },
      dedupeKey: `message:${senderId}`,
      ...renewed,
    })
    .onConflictDoUpdate({
      target: [notifications.receiverId, notifications.dedupeKey],
      set: { ...renewed, readAt: null },
      setWhere: renew,
    });
}

/**
 * Notifies a person of the newest message of a sender. There is one notification for each sender, with the
 * latest message: it is unread again and delivered again unless it is newer than the message. Nothing
 * where one of the two accounts is closed.
 */
export const recordMessageNotification = (
  tx: Db,
  ids: Ids,
  message: NotifiedMessage,
): Promise<void> =>
  record(tx, ids, message, sql`${notifications.createdAt} < ${message.sentAt}::timestamptz`);

/** The same, but an unread notification is not renewed. */
export const recordFirstMessageNotification = (
  tx: Db,
  ids: Ids,
  message: NotifiedMessage,
): Promise<void> => record(tx, ids, message, isNotNull(notifications.readAt));

/** A call that was not answered. */
export interface MissedCall {
  readonly callId: string;
  readonly callerId: string;
  readonly calleeId: string;
}

/**
 * Notifies of a missed call, once, in the transaction that ends it. The text is made when it is read, with
 * the caller's current name. Nothing where one of the two accounts is closed.
 */
export async function recordMissedCall(
  tx: Db,
  ids: Ids,
  { callId, callerId, calleeId }: MissedCall,
): Promise<void> {
  if (!(await lockOpenAccounts(tx, [callerId, calleeId]))) return;
  await recordNotification(tx, ids, {
    receiverId: calleeId,
    senderId: callerId,
    source: { type: 'call', event: 'missed' },
    content: '',
    ids: { callId },
    dedupeKey: `call:${callId}`,
  });
}
