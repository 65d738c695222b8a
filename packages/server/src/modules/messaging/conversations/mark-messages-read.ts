import type { Person } from '../../../platform/actor.ts';
import type { Database } from '../../../platform/database/pool.ts';
import { err, ok, type Result } from '../../../platform/result.ts';
import type { Realtime } from '../../../ports/realtime.ts';
import { markMessageNotificationsRead } from '../../notifications/index.ts';
import { isBlockedBetween } from '../../users/index.ts';
import { advanceReadPosition, hasReadAll, lockReaderAndSender } from './conversation-store.ts';

export interface MarkMessagesReadDeps {
  readonly database: Database;
  readonly realtime: Realtime;
}

interface ReadRequest {
  readonly senderId: string;
  readonly receiverId: string;
  /** Number of the newest message that the receiver was shown; without it all messages are read. */
  readonly seq?: number | undefined;
}

/**
 * Moves the actor's read position to the newest message that the actor was shown (docs/product/chat.md), and marks the
 * notifications about the sender's messages as read once all of these are read. Emits `messagesRead` to the devices of
 * both people; if there is a block, only to the actor's devices.
 */
export const markMessagesRead =
  ({ database, realtime }: MarkMessagesReadDeps) =>
  async (
    actor: Person,
    { senderId, receiverId, seq }: ReadRequest,
  ): Promise<Result<undefined, 'forbidden'>> => {
    const { uid } = actor;
    if (receiverId !== uid) return err('forbidden');
    const readResult = await database.transaction(async (tx) => {
      await lockReaderAndSender(tx, uid, senderId);
      const position = await advanceReadPosition(tx, { uid, otherId: senderId, shownSeq: seq });
      const blocked = position !== null && (await isBlockedBetween(tx, uid, senderId));
      const isAllRead = await hasReadAll(tx, uid, senderId);
      const ids = isAllRead ? await markMessageNotificationsRead(tx, uid, senderId) : [];
      return { position, blocked, ids, isAllRead };
    });
    if (readResult.position) {
      const event = {
        ...{ readerId: uid, otherId: senderId, ...readResult.position },
        ...(readResult.isAllRead ? {} : { isAllRead: false as const }),
      };
      realtime.emit(readResult.blocked ? [uid] : [uid, senderId], 'messagesRead', event);
    }
    if (readResult.ids.length > 0)
      realtime.emit([uid], 'notificationsRead', { ids: readResult.ids });
    return ok(undefined);
  };
