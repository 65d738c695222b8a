import { limits } from '@guilda/contract/limits';
import { sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/pool.ts';
import type { Ids } from '../../ports/ids.ts';
import { keepAccounts } from '../users/index.ts';
import { excerpt } from './excerpt.ts';
import { notifications } from './notifications-table.ts';
import { recordNotification } from './record.ts';

/** Somebody wrote to somebody. */
export interface MessageTold {
  readonly receiverId: string;
  readonly senderId: string;
  /** The message; as much of it is kept as a notification says. */
  readonly content: string;
}

/**
 * Tells a person of another one's messages. There is one notification for each sender, which says
 * what was written last: it is unread again, and told anew. Nothing where one of the two is gone.
 */
export async function recordMessageNotification(
  tx: Db,
  ids: Ids,
  { receiverId, senderId, content }: MessageTold,
): Promise<void> {
  if (!(await keepAccounts(tx, [receiverId, senderId]))) return;
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
      type: 'message',
      additionalInfo: { event: 'message' },
      dedupeKey: `message:${senderId}`,
      ...renewed,
    })
    .onConflictDoUpdate({
      target: [notifications.receiverId, notifications.dedupeKey],
      set: { ...renewed, readAt: null },
    });
}

/** A call that nobody answered. */
export interface MissedCall {
  readonly callId: string;
  readonly callerId: string;
  readonly calleeId: string;
}

/**
 * Tells of a missed call, once, in the transaction that ends it. It says who called by the name they
 * have when it is read. Nothing where one of the two is gone.
 */
export async function recordMissedCall(
  tx: Db,
  ids: Ids,
  { callId, callerId, calleeId }: MissedCall,
): Promise<void> {
  if (!(await keepAccounts(tx, [callerId, calleeId]))) return;
  await recordNotification(tx, ids, {
    receiverId: calleeId,
    senderId: callerId,
    type: 'call',
    content: '',
    additionalInfo: { callId, event: 'missed' },
    dedupeKey: `call:${callId}`,
  });
}
