import type { Database } from '../../../platform/database/pool.ts';
import type { Enqueue } from '../../../platform/jobs/index.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { PushSender } from '../../../ports/push-sender.ts';
import type { Presence } from '../../presence/index.ts';
import { type DeliverableNotification, readDeliverable } from './deliverable-store.ts';
import { wantsMail, wantsPush } from './delivery-preferences.ts';
import { recordPushSent, wasPushSent } from './push/push-delivery-store.ts';
import { pushMessageOf } from './push/push-message.ts';
import {
  deleteSubscription,
  findSubscription,
  listSubscriptions,
} from './push/subscription-store.ts';
import { readSettings } from './settings-store.ts';
import type { NotificationDeliveryTasks } from './task-types.ts';

export interface DeliverNotificationDeps {
  readonly database: Pick<Database, 'db' | 'pool' | 'transaction'>;
  readonly clock: Clock;
  readonly presence: Pick<Presence, 'statusOf'>;
  readonly pushSender: PushSender;
  readonly enqueue: Enqueue<NotificationDeliveryTasks>;
}

async function shouldPush(
  deps: DeliverNotificationDeps,
  notification: DeliverableNotification,
): Promise<boolean> {
  const settings = await readSettings(deps.database.db, notification.receiverId);
  const online = deps.presence.statusOf(notification.receiverId) === 'online';
  return wantsPush(notification, settings, { now: deps.clock.now(), online });
}

/**
 * Enqueues the delivery of a notification according to the receiver's preferences: one job per push subscription and
 * one for the mail. Enqueues nothing when the notification was read meanwhile.
 */
export const deliverNotification =
  (deps: DeliverNotificationDeps) =>
  async (notificationId: string): Promise<void> => {
    const { database, enqueue } = deps;
    const notification = await readDeliverable(database, notificationId);
    if (!notification) return;
    const settings = await readSettings(database.db, notification.receiverId);
    const mailed = wantsMail(notification, settings);
    const subscriptions = (await shouldPush(deps, notification))
      ? await listSubscriptions(database.db, notification.receiverId)
      : [];
    await database.transaction(async (tx) => {
      if (mailed) {
        const key = `reach.mail_order:${notificationId}`;
        await enqueue(tx, 'reach.mail_order', { notificationId }, { key });
      }
      for (const { id: subscriptionId } of subscriptions) {
        const key = `reach.push:${notificationId}:${subscriptionId}`;
        await enqueue(tx, 'reach.push', { notificationId, subscriptionId }, { key });
      }
    });
  };

/**
 * Ms. A longer delay requested by a push service is cut to this value, because a notification is not delivered after a
 * day.
 */
const MAX_RETRY_DELAY_MS = 6 * 3_600_000;

/**
 * Pushes a notification to one subscription. Does nothing when the notification was read or pushed meanwhile, or when
 * the preferences exclude it now. A subscription that the push service does not know any more is deleted. When the push
 * service asks for a delay, the job runs again after it. A push that the service refuses is dropped. Rejects when the
 * service is unavailable, so that the queue retries the job.
 */
export const pushNotification =
  (deps: DeliverNotificationDeps) =>
  async ({
    notificationId,
    subscriptionId,
  }: NotificationDeliveryTasks['reach.push']): Promise<void> => {
    const { db } = deps.database;
    const notification = await readDeliverable(deps.database, notificationId);
    if (!notification) return;
    const uid = notification.receiverId;
    const subscription = await findSubscription(db, { id: subscriptionId, uid });
    if (!subscription || !(await shouldPush(deps, notification))) return;
    if (await wasPushSent(db, notification, subscriptionId)) return;
    const outcome = await deps.pushSender.send(subscription, pushMessageOf(notification));
    if (outcome.result === 'sent')
      return recordPushSent(deps.database, notification, subscriptionId);
    if (outcome.result === 'gone') return deleteSubscription(db, uid, subscription.endpoint);
    if (outcome.result === 'refused') return;
    if (outcome.afterMs === null) throw new Error('the push service is unavailable');
    const runAt = new Date(
      deps.clock.now().getTime() + Math.min(outcome.afterMs, MAX_RETRY_DELAY_MS),
    );
    const key = `reach.push:${notificationId}:${subscriptionId}`;
    await deps.enqueue(db, 'reach.push', { notificationId, subscriptionId }, { key, runAt });
  };
