import type { ClientPayload } from '@guilda/contract/socket';
import { sql } from 'drizzle-orm';
import type { Database, Db } from '../../platform/database/pool.ts';
import type { RateLimiter } from '../../platform/limits/rate-limiter.ts';
import { err, ok, type Result } from '../../platform/result.ts';
import type { Ids } from '../../ports/ids.ts';
import { findUser, keepAccounts, keepUnblocked } from '../users/index.ts';
import { recordMessageNotification } from './person-facts.ts';

export interface NotifyDeps {
  readonly database: Pick<Database, 'transaction'>;
  readonly ids: Ids;
  readonly limiter: RateLimiter;
}

/** Whether a person wants no notices of what another one writes. */
async function isMuted(db: Db, uid: string, otherUid: string): Promise<boolean> {
  const { rows } = await db.execute(sql`SELECT FROM conversations c
    JOIN conversation_members m ON m.conversation_id = c.id AND m.uid = ${uid}
    WHERE c.low_id = least(${uid}::uuid, ${otherUid}::uuid)
      AND c.high_id = greatest(${uid}::uuid, ${otherUid}::uuid) AND m.muted_at IS NOT NULL`);
  return rows.length > 0;
}

type Refusal = 'forbidden' | 'rate_limited';

/**
 * Tells somebody of a message, on a client's word (`product §6`): only whom the sender may write to,
 * and whatever else the client says of itself is not believed. To the sender it is done, too, where
 * the receiver has muted them.
 */
export const notifyPerson =
  ({ database, ids, limiter }: NotifyDeps) =>
  async (
    senderId: string,
    { receiverId, content }: ClientPayload<'notification'>,
  ): Promise<Result<Record<never, never>, Refusal>> => {
    const allowed = await limiter.take('notices', senderId);
    if (!allowed.ok) return allowed;
    if (receiverId === senderId) return err('forbidden');
    return database.transaction(async (tx) => {
      if (!(await keepAccounts(tx, [senderId, receiverId]))) return err('forbidden');
      const receiver = await findUser(tx, receiverId);
      if (!receiver || receiver.suspendedAt !== null) return err('forbidden');
      if (!(await keepUnblocked(tx, senderId, receiverId))) return err('forbidden');
      if (!(await isMuted(tx, receiverId, senderId)))
        await recordMessageNotification(tx, ids, { receiverId, senderId, content });
      return ok({});
    });
  };
