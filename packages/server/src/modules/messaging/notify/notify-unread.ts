import type { Database } from '../../../platform/database/pool.ts';
import { connectionOf } from '../../../platform/database/transaction-connection.ts';
import { createEnqueueAll, type TaskRunners } from '../../../platform/jobs/index.ts';
import type { Ids } from '../../../ports/ids.ts';
import { recordMessageNotification } from '../../notifications/index.ts';
import { findNewestUnread, lockReaderAndSender } from '../conversations/conversation-store.ts';
import { jobsAfterPause, type MessagingTasks } from '../tasks.ts';

export interface MessagingTaskDeps {
  readonly database: Pick<Database, 'transaction'>;
  readonly ids: Ids;
}

const enqueueAll = createEnqueueAll<MessagingTasks>();

/**
 * Notifies a receiver of the newest unread message of a sender. Messages that follow without a pause enqueue no job, so
 * this job runs again until the sender has made a pause.
 */
export function messagingTasks({
  database,
  ids,
}: MessagingTaskDeps): TaskRunners<Pick<MessagingTasks, 'messaging.tell_unread'>> {
  return {
    'messaging.tell_unread': ({ receiverId, senderId }) =>
      database.transaction(async (tx) => {
        await lockReaderAndSender(tx, receiverId, senderId);
        const newestUnread = await findNewestUnread(tx, receiverId, senderId);
        if (!newestUnread) return;
        await recordMessageNotification(tx, ids, { receiverId, senderId, ...newestUnread });
        const laterJobs = jobsAfterPause({ receiverId, senderId, ...newestUnread });
        await enqueueAll(connectionOf(tx), laterJobs);
      }),
  };
}
