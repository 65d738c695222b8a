import type { Person } from '../../../platform/actor.ts';
import type { Database } from '../../../platform/database/pool.ts';
import { err, ok, type Result } from '../../../platform/result.ts';
import type { Realtime } from '../../../ports/realtime.ts';
import { markAllAsRead, markOneAsRead } from './read-state-store.ts';

export interface MarkDeps {
  readonly database: Pick<Database, 'db'>;
  readonly realtime: Realtime;
}

/** Marks all notifications of the actor as read and emits this to the actor's other devices. */
export const markAllRead =
  ({ database: { db }, realtime }: MarkDeps) =>
  async (actor: Person, uid: string): Promise<Result<undefined, 'forbidden'>> => {
    if (uid !== actor.uid) return err('forbidden');
    const ids = await markAllAsRead(db, uid);
    if (ids.length > 0) realtime.emit([uid], 'notificationsRead', { ids: null });
    return ok(undefined);
  };

/** Marks one notification as read; a repeated call changes nothing. */
export const markOneRead =
  ({ database: { db }, realtime }: MarkDeps) =>
  async ({ uid }: Person, id: string): Promise<Result<undefined, 'notification_not_found'>> => {
    const changed = await markOneAsRead(db, uid, id);
    if (changed === null) return err('notification_not_found');
    if (changed) realtime.emit([uid], 'notificationsRead', { ids: [id] });
    return ok(undefined);
  };
