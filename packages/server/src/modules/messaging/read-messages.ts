import type { Person } from '../../platform/actor.ts';
import type { Database } from '../../platform/database/pool.ts';
import { err, ok, type Result } from '../../platform/result.ts';
import type { Realtime } from '../../ports/realtime.ts';
import { forgetMessageNotifications } from '../notifications/index.ts';
import { isBlockedBetween } from '../users/index.ts';
import { holdReading, readToEnd } from './conversation-store.ts';

export interface ReadMessagesDeps {
  readonly database: Database;
  readonly realtime: Realtime;
}

interface Reading {
  readonly senderId: string;
  readonly receiverId: string;
}

/**
 * Moves the person's read position to the end of a conversation, never back, and forgets what they
 * were notified of it (`spec §4`). Told to the devices of both; across a block to one's own alone.
 */
export const readMessages =
  ({ database, realtime }: ReadMessagesDeps) =>
  async (
    actor: Person,
    { senderId, receiverId }: Reading,
  ): Promise<Result<undefined, 'forbidden'>> => {
    const { uid } = actor;
    if (receiverId !== uid) return err('forbidden');
    const done = await database.transaction(async (tx) => {
      await holdReading(tx, uid, senderId);
      const moved = await readToEnd(tx, uid, senderId);
      const apart = moved !== null && (await isBlockedBetween(tx, uid, senderId));
      return { moved, apart, ids: await forgetMessageNotifications(tx, uid, senderId) };
    });
    if (done.moved) {
      const told = { readerId: uid, otherId: senderId, ...done.moved };
      realtime.emit(done.apart ? [uid] : [uid, senderId], 'messagesRead', told);
    }
    if (done.ids.length > 0) realtime.emit([uid], 'notificationsRead', { ids: done.ids });
    return ok(undefined);
  };
