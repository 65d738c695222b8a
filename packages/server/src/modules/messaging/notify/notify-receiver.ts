import { sql } from 'drizzle-orm';
import type { Database, Db } from '../../../platform/database/pool.ts';
import type { EventHandler } from '../../../platform/gateway/index.ts';
import type { RateLimiter } from '../../../platform/limits/rate-limiter.ts';
import { err, ok } from '../../../platform/result.ts';
import type { Ids } from '../../../ports/ids.ts';
import { recordMessageNotification } from '../../notifications/index.ts';
import { findUser, keepAccounts, keepUnblocked } from '../../users/index.ts';
import { holdReading, unreadOf } from '../conversation-store.ts';
import { takeMessageAllowance } from '../send-message.ts';
import { pairOf } from '../stored-message.ts';

export interface NotifyReceiverDeps {
  readonly database: Pick<Database, 'transaction'>;
  readonly ids: Ids;
  readonly limiter: RateLimiter;
}

/** How old the message may be that a client tells of, in s (`product §6`). */
const TOLD_WITHIN_SECONDS = 60;

/** Whether these two may write to each other; that stays so until `tx` ends. */
async function mayWrite(tx: Db, senderId: string, receiverId: string): Promise<boolean> {
  if (!(await keepAccounts(tx, [senderId, receiverId]))) return false;
  const receiver = await findUser(tx, receiverId);
  if (!receiver || receiver.suspendedAt !== null) return false;
  return keepUnblocked(tx, senderId, receiverId);
}

/**
 * Claims the newest message of a sender for the one time its client tells of it. False where it is
 * told already, is too old or not there. Until `tx` ends no newer one is stored.
 */
async function claimNewest(tx: Db, senderId: string, receiverId: string): Promise<boolean> {
  const { lowId, highId } = pairOf(senderId, receiverId);
  const [told, said] =
    senderId === lowId
      ? [sql.raw('low_told'), sql.raw('low_said')]
      : [sql.raw('high_told'), sql.raw('high_said')];
  const { rows } = await tx.execute(sql`UPDATE conversations c SET ${told} = ${said}
    WHERE low_id = ${lowId} AND high_id = ${highId} AND ${told} < ${said}
      AND EXISTS (SELECT FROM messages m WHERE m.conversation_id = c.id AND m.sender_id = ${senderId}
        AND m.sent_at > clock_timestamp() - make_interval(secs => ${TOLD_WITHIN_SECONDS}))
    RETURNING c.id`);
  return rows.length > 0;
}

/**
 * Tells somebody of the newest message that the sender has stored with them (`product §6`): what a
 * client says of it is not believed. Where the receiver has muted the sender, or read the message,
 * nothing is told, and the sender is answered all the same.
 */
export function notifyReceiver({
  database,
  ids,
  limiter,
}: NotifyReceiverDeps): EventHandler<'notification'> {
  return async ({ connection, payload: { receiverId } }) => {
    const senderId = connection.actor.uid;
    const allowed = await takeMessageAllowance(limiter, senderId);
    if (!allowed.ok) return allowed;
    return database.transaction(async (tx) => {
      if (!(await mayWrite(tx, senderId, receiverId))) return err('forbidden');
      await holdReading(tx, receiverId, senderId);
      if (!(await claimNewest(tx, senderId, receiverId))) return err('forbidden');
      const unread = await unreadOf(tx, receiverId, senderId);
      if (unread) await recordMessageNotification(tx, ids, { receiverId, senderId, ...unread });
      return ok({});
    });
  };
}
