import { limits } from '@guilda/contract/limits';
import type { Database, Db } from '../../../platform/database/pool.ts';
import type { EventHandler } from '../../../platform/gateway/index.ts';
import type { RateLimiter } from '../../../platform/limits/rate-limiter.ts';
import { err, ok } from '../../../platform/result.ts';
import type { Ids } from '../../../ports/ids.ts';
import { recordMessageNotification } from '../../notifications/index.ts';
import { findUser, lockOpenAccounts, lockUnblockedPair } from '../../users/index.ts';
import {
  claimNewestMessageNotification,
  findNewestUnread,
  lockReaderAndSender,
} from '../conversations/conversation-store.ts';
import { type MessagesInFlight, takeMessageAllowance } from '../send/send-message.ts';

export interface NotifyReceiverDeps {
  readonly database: Pick<Database, 'transaction'>;
  readonly ids: Ids;
  readonly limiter: RateLimiter;
  readonly inFlight: Pick<MessagesInFlight, 'settled'>;
}

/** Whether the sender may write to the receiver; locks keep the answer true until `tx` ends. */
async function mayWriteTo(tx: Db, senderId: string, receiverId: string): Promise<boolean> {
  if (!(await lockOpenAccounts(tx, [senderId, receiverId]))) return false;
  const receiver = await findUser(tx, receiverId);
  if (!receiver || receiver.suspendedAt !== null) return false;
  return lockUnblockedPair(tx, senderId, receiverId);
}

/**
 * Handles `notification`: records a notification about the sender's newest stored message; content sent by the client
 * is ignored. When the receiver has muted the conversation or read the message, nothing is recorded; the
 * acknowledgement does not reveal this.
 */
export function notifyReceiver({
  database,
  ids,
  limiter,
  inFlight,
}: NotifyReceiverDeps): EventHandler<'notification'> {
  return async ({ connection, payload: { receiverId } }) => {
    const senderId = connection.actor.uid;
    const allowance = await takeMessageAllowance(limiter, senderId);
    if (!allowance.ok) return allowance;
    // A client may send this event right after the message, so the handler waits until the message is stored.
    await inFlight.settled(connection);
    return database.transaction(async (tx) => {
      if (!(await mayWriteTo(tx, senderId, receiverId))) return err('forbidden');
      await lockReaderAndSender(tx, receiverId, senderId);
      if (
        !(await claimNewestMessageNotification(
          tx,
          senderId,
          receiverId,
          limits.notifiableMessageSeconds,
        ))
      )
        return err('forbidden');
      const newestUnread = await findNewestUnread(tx, receiverId, senderId);
      if (newestUnread)
        await recordMessageNotification(tx, ids, { receiverId, senderId, ...newestUnread });
      return ok({});
    });
  };
}
