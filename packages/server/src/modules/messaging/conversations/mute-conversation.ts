import type { Person } from '../../../platform/actor.ts';
import type { Database } from '../../../platform/database/pool.ts';
import { err, ok, type Result } from '../../../platform/result.ts';
import type { Ids } from '../../../ports/ids.ts';
import type { Realtime } from '../../../ports/realtime.ts';
import { setMuted } from './conversation-store.ts';
import { readPartner } from './partner-queries.ts';

export interface MuteDeps {
  readonly database: Database;
  readonly ids: Ids;
  readonly realtime: Realtime;
}

/**
 * Mutes or unmutes a conversation; a repeated request changes nothing. `forbidden` for oneself, `user_not_found` when
 * the actor sees no such partner (`readPartner`). The actor's devices get `conversationChanged`.
 */
export const muteConversation =
  ({ database, ids, realtime }: MuteDeps, muted: boolean) =>
  async (
    { uid }: Person,
    otherId: string,
  ): Promise<Result<undefined, 'forbidden' | 'user_not_found'>> => {
    if (otherId === uid) return err('forbidden');
    const partner = await readPartner(database.pool, uid, otherId);
    if (!partner) return err('user_not_found');
    if (partner.muted === muted) return ok(undefined);
    await database.transaction((tx) => setMuted(tx, ids, { uid, otherId, muted }));
    realtime.emit([uid], 'conversationChanged', { otherId });
    return ok(undefined);
  };
