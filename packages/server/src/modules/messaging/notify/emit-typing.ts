import type { Database } from '../../../platform/database/pool.ts';
import type { Queryable } from '../../../platform/database/prepared.ts';
import type { EventHandler } from '../../../platform/gateway/index.ts';
import type { RateLimiter } from '../../../platform/limits/rate-limiter.ts';
import { err, ok } from '../../../platform/result.ts';
import type { Realtime } from '../../../ports/realtime.ts';
import { findWritableReceiver } from './typing-queries.ts';

export interface EmitTypingDeps {
  readonly database: Pick<Database, 'pool'>;
  readonly limiter: RateLimiter;
  readonly realtime: Realtime;
}

/** Whether the receiver's account is open and not suspended, and neither person has blocked the other. */
async function mayWriteTo(
  connection: Queryable,
  senderId: string,
  receiverId: string,
): Promise<boolean> {
  if (senderId === receiverId) return false;
  const writableReceivers = await findWritableReceiver(connection, {
    sender: senderId,
    receiver: receiverId,
  });
  return writableReceivers.length === 1;
}

/**
 * Handles `userTyping`: emits the event to the receiver's devices, or refuses it with `message_refused` when the sender
 * may not write to the receiver. Each event counts against the general rate limit.
 */
export function emitTyping({
  database,
  limiter,
  realtime,
}: EmitTypingDeps): EventHandler<'userTyping'> {
  return async ({ connection, payload: { receiverId } }) => {
    const senderId = connection.actor.uid;
    const limitResult = await limiter.take('general', senderId);
    if (!limitResult.ok) return limitResult;
    if (!(await mayWriteTo(database.pool, senderId, receiverId))) return err('message_refused');
    realtime.emit([receiverId], 'userTyping', { senderId, receiverId });
    return ok({});
  };
}
