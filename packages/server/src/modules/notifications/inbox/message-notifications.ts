import { limits } from '@guilda/contract/limits';
import type { Db } from '../../../platform/database/pool.ts';
import type { Ids } from '../../../ports/ids.ts';
import { lockOpenAccounts } from '../../users/index.ts';
import { excerptOf } from './excerpt.ts';
import {
  type NotifiedMessage,
  recordNotification,
  upsertMessageNotification,
} from './notification-store.ts';

/**
 * Notifies a person of the newest message of a sender. There is one notification per sender. A newer message renews the
 * notification: it becomes unread and is delivered again. Does nothing when one of the two accounts is closed.
 */
export async function recordMessageNotification(
  tx: Db,
  ids: Ids,
  { content, ...message }: NotifiedMessage,
): Promise<void> {
  if (!(await lockOpenAccounts(tx, [message.receiverId, message.senderId]))) return;
  const quote = excerptOf(content, limits.notificationContent);
  await upsertMessageNotification(tx, ids, { ...message, content: quote });
}

/** A call that the callee did not answer. */
export interface MissedCall {
  readonly callId: string;
  readonly callerId: string;
  readonly calleeId: string;
}

/**
 * Notifies the callee of a missed call, in the transaction that ends the call. The text is built when the notification
 * is loaded, with the caller's current name. Does nothing when one of the two accounts is closed.
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
