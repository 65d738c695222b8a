import type { Person } from '../../../platform/actor.ts';
import type { Database } from '../../../platform/database/pool.ts';
import type { Enqueue } from '../../../platform/jobs/index.ts';
import { err, ok, type Result } from '../../../platform/result.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Ids } from '../../../ports/ids.ts';
import type { Realtime } from '../../../ports/realtime.ts';
import { jobsForAlert, type MessagingTasks } from '../tasks.ts';
import { setMuted } from './conversation-store.ts';
import { readPartner } from './partner-queries.ts';

export interface MuteDeps {
  readonly clock: Clock;
  readonly database: Database;
  readonly enqueue: Enqueue<MessagingTasks>;
  readonly ids: Ids;
  readonly realtime: Realtime;
}

/**
 * Mutes or unmutes a conversation; a repeated request changes nothing. `forbidden` for oneself, `user_not_found` when
 * the actor sees no such partner (`readPartner`). The actor's devices get `conversationChanged`. What came while a
 * conversation was muted notifies the actor as if it had just been sent, once it is unmuted.
 */
export const muteConversation =
  ({ clock, database, enqueue, ids, realtime }: MuteDeps, muted: boolean) =>
  async (
    { uid }: Person,
    otherId: string,
  ): Promise<Result<undefined, 'forbidden' | 'user_not_found'>> => {
    if (otherId === uid) return err('forbidden');
    const partner = await readPartner(database.pool, uid, otherId);
    if (!partner) return err('user_not_found');
    if (partner.muted === muted) return ok(undefined);
    const sentAt = clock.now().toISOString();
    await database.transaction(async (tx) => {
      await setMuted(tx, ids, { uid, otherId, muted });
      const alert = { receiverId: uid, senderId: otherId, sentAt, isFirstUnread: true };
      const jobs = muted ? [] : jobsForAlert(alert);
      for (const job of jobs) await enqueue(tx, ...job);
    });
    realtime.emit([uid], 'conversationChanged', { otherId });
    return ok(undefined);
  };
