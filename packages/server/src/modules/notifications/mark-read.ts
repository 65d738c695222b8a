import type { Person } from '../../platform/actor.ts';
import type { Database } from '../../platform/database/pool.ts';
import { err, ok, type Result } from '../../platform/result.ts';
import type { Realtime } from '../../ports/realtime.ts';
import { markAll, markOne } from './mark-store.ts';

export interface MarkDeps {
  readonly database: Pick<Database, 'db'>;
  readonly realtime: Realtime;
}

/** Marks everything as read (`spec §7`), of oneself only; the person's other devices follow. */
export const markAllRead =
  ({ database: { db }, realtime }: MarkDeps) =>
  async (actor: Person, uid: string): Promise<Result<undefined, 'forbidden'>> => {
    if (uid !== actor.uid) return err('forbidden');
    const ids = await markAll(db, uid);
    if (ids.length > 0) realtime.emit([uid], 'notificationsRead', { ids: null });
    return ok(undefined);
  };

/** Marks one as read (`spec §7`); repeated, nothing changes. */
export const markOneRead =
  ({ database: { db }, realtime }: MarkDeps) =>
  async ({ uid }: Person, id: string): Promise<Result<undefined, 'notification_not_found'>> => {
    const changed = await markOne(db, uid, id);
    if (changed === null) return err('notification_not_found');
    if (changed) realtime.emit([uid], 'notificationsRead', { ids: [id] });
    return ok(undefined);
  };
