import { limits } from '@guilda/contract/limits';
import { isNotNull, type SQL, sql } from 'drizzle-orm';
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
  /** When it was stored (ISO 8601). */
  readonly sentAt: string;
}

/** Records it; one that is there already is told anew where `renew` holds for its row. */
async function record(tx: Db, ids: Ids, told: MessageTold, renew: SQL): Promise<void> {
  const { receiverId, senderId, content } = told;
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
      setWhere: renew,
    });
}

/**
 * Tells a person of another one's newest message. There is one notification for each sender, which
 * says what was written last: it is unread again, and told anew, unless it was told since that message.
 * Nothing where one of the two is gone.
 */
export const recordMessageNotification = (tx: Db, ids: Ids, told: MessageTold): Promise<void> =>
  record(tx, ids, told, sql`${notifications.createdAt} < ${told.sentAt}::timestamptz`);

/** The same, once: nothing is told anew while what was told before is still unread. */
export const recordFirstMessageNotification = (
  tx: Db,
  ids: Ids,
  told: MessageTold,
): Promise<void> => record(tx, ids, told, isNotNull(notifications.readAt));

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
