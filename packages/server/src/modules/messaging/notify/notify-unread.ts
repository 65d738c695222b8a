import type { Database } from '../../../platform/database/pool.ts';
import type { TaskRunners } from '../../../platform/jobs/index.ts';
import type { Ids } from '../../../ports/ids.ts';
import { recordMessageNotification } from '../../notifications/index.ts';
import { findNewestUnread, lockReaderAndSender } from '../conversations/conversation-store.ts';
import type { MessagingTasks } from '../tasks.ts';

export interface MessagingTaskDeps {
  readonly database: Pick<Database, 'transaction'>;
  readonly ids: Ids;
}

export function messagingTasks({
  database,
  ids,
}: MessagingTaskDeps): TaskRunners<Pick<MessagingTasks, 'messaging.tell_unread'>> {
  return {
    'messaging.tell_unread': ({ receiverId, senderId }) =>
      database.transaction(async (tx) => {
        await lockReaderAndSender(tx, receiverId, senderId);
        const newestUnread = await findNewestUnread(tx, receiverId, senderId);
        if (newestUnread)
          await recordMessageNotification(tx, ids, { receiverId, senderId, ...newestUnread });
      }),
  };
}
