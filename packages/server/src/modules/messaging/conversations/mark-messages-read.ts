import type { Person } from '../../../platform/actor.ts';
import type { Database } from '../../../platform/database/pool.ts';
import { err, ok, type Result } from '../../../platform/result.ts';
import type { Realtime } from '../../../ports/realtime.ts';
import { markMessageNotificationsRead } from '../../notifications/index.ts';
import { isBlockedBetween } from '../../users/index.ts';
import { advanceReadPosition, lockReaderAndSender } from './conversation-store.ts';

export interface MarkMessagesReadDeps {
  readonly database: Database;
  readonly realtime: Realtime;
}

interface ReadRequest {
  readonly senderId: string;
  readonly receiverId: string;
}

/**
 * Moves the actor's read position to the end of a conversation and marks the notifications about its messages as read
 * (docs/product/chat.md). Emits `messagesRead` to the devices of both people; if there is a block, only to the actor's
 * devices.
 */
export const markMessagesRead =
  ({ database, realtime }: MarkMessagesReadDeps) =>
  async (
    actor: Person,
    { senderId, receiverId }: ReadRequest,
  ): Promise<Result<undefined, 'forbidden'>> => {
    const { uid } = actor;
    if (receiverId !== uid) return err('forbidden');
    const readResult = await database.transaction(async (tx) => {
      await lockReaderAndSender(tx, uid, senderId);
      const position = await advanceReadPosition(tx, uid, senderId);
      const blocked = position !== null && (await isBlockedBetween(tx, uid, senderId));
      return {
        position,
        blocked,
        ids: await markMessageNotificationsRead(tx, uid, senderId),
      };
    });
    if (readResult.position) {
      const event = { readerId: uid, otherId: senderId, ...readResult.position };
      realtime.emit(readResult.blocked ? [uid] : [uid, senderId], 'messagesRead', event);
    }
    if (readResult.ids.length > 0)
      realtime.emit([uid], 'notificationsRead', { ids: readResult.ids });
    return ok(undefined);
  };
