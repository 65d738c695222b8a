import type { Enqueue } from '../../../platform/jobs/index.ts';
import { readDeliverable } from './deliverable-store.ts';
import { wantsMail } from './delivery-preferences.ts';
import { type DecidePushDeps, decidePush, enqueuePushRetry } from './push/push-notification.ts';
import { listSubscriptions } from './push/subscription-store.ts';
import { readSettings } from './settings-store.ts';
import type { NotificationDeliveryTasks } from './task-types.ts';

export interface DeliverNotificationDeps extends DecidePushDeps {
  readonly enqueue: Enqueue<NotificationDeliveryTasks>;
}

/**
 * Enqueues the delivery of a notification according to the receiver's preferences: one job per push subscription and
 * one for the mail. A push that quiet hours or the receiver's presence prevent only for now is decided again later.
 * Enqueues nothing when the receiver has already read it.
 */
export const deliverNotification =
  (deps: DeliverNotificationDeps) =>
  async (notificationId: string): Promise<void> => {
    const { database, enqueue } = deps;
    const notification = await readDeliverable(database, notificationId);
    if (!notification) return;
    const settings = await readSettings(database.db, notification.receiverId);
    const isMailed = wantsMail(notification, settings);
    const { isDue, retryAt } = await decidePush(deps, notification);
    const subscriptions =
      isDue || retryAt ? await listSubscriptions(database.db, notification.receiverId) : [];
    await database.transaction(async (tx) => {
      if (isMailed) {
        const key = `reach.mail_order:${notificationId}`;
        await enqueue(tx, 'reach.mail_order', { notificationId }, { key });
      }
      if (retryAt && subscriptions.length > 0)
        await enqueuePushRetry(enqueue, tx, notificationId, retryAt);
      for (const { id: subscriptionId } of isDue ? subscriptions : []) {
        const key = `reach.push:${notificationId}:${subscriptionId}`;
        await enqueue(tx, 'reach.push', { notificationId, subscriptionId }, { key });
      }
    });
  };
