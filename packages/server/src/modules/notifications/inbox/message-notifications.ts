import { limits } from '@guilda/contract/limits';
import type { Db } from '../../../platform/database/pool.ts';
import type { Ids } from '../../../ports/ids.ts';
import { lockOpenAccounts } from '../../users/index.ts';
import { excerptOf } from './excerpt.ts';
import {
  type NotifiedMessage,
  type RenewedNotification,
  recordNotification,
  upsertMessageNotification,
} from './notification-store.ts';

/** Records the notification; one that exists is renewed as `renew` says. */
async function recordIfAccountsOpen(
  tx: Db,
  ids: Ids,
  { content, ...message }: NotifiedMessage,
  renew: RenewedNotification,
): Promise<void> {
  if (!(await lockOpenAccounts(tx, [message.receiverId, message.senderId]))) return;
  const quote = excerptOf(content, limits.notificationContent);
  await upsertMessageNotification(tx, ids, { ...message, content: quote }, renew);
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
): Promise<void> => recordIfAccountsOpen(tx, ids, message, 'older');

/** The same, but an unread notification is not renewed. */
export const recordFirstMessageNotification = (
  tx: Db,
  ids: Ids,
  message: NotifiedMessage,
): Promise<void> => recordIfAccountsOpen(tx, ids, message, 'read');

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
