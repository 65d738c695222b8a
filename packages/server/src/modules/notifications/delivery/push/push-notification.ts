import type { Database, Db } from '../../../../platform/database/pool.ts';
import type { Enqueue } from '../../../../platform/jobs/index.ts';
import type { Clock } from '../../../../ports/clock.ts';
import type { PushSender } from '../../../../ports/push-sender.ts';
import type { Presence } from '../../../presence/index.ts';
import { type DeliverableNotification, readDeliverable } from '../deliverable-store.ts';
import { pushRetryTime, wantsPush } from '../delivery-preferences.ts';
import { readSettings } from '../settings-store.ts';
import type { NotificationDeliveryTasks } from '../task-types.ts';
import { recordPushSent, wasPushSent } from './push-delivery-store.ts';
import { pushMessageOf } from './push-message.ts';
import { deleteSubscription, findSubscription } from './subscription-store.ts';

export interface DecidePushDeps {
  readonly database: Pick<Database, 'db' | 'pool' | 'transaction'>;
  readonly clock: Clock;
  readonly presence: Pick<Presence, 'statusOf'>;
}

export interface PushNotificationDeps extends DecidePushDeps {
  readonly pushSender: PushSender;
  readonly enqueue: Enqueue<NotificationDeliveryTasks>;
}

/** Whether a notification is to be pushed now, and otherwise when to decide again; null means never. */
export interface PushDecision {
  readonly isDue: boolean;
  readonly retryAt: Date | null;
}

/** Decides about the push of a notification by the receiver's present preferences and presence. */
export async function decidePush(
  deps: DecidePushDeps,
  notification: DeliverableNotification,
): Promise<PushDecision> {
  const settings = await readSettings(deps.database.db, notification.receiverId);
  const online = deps.presence.statusOf(notification.receiverId) === 'online';
  const circumstances = { now: deps.clock.now(), online };
  const isDue = wantsPush(notification, settings, circumstances);
  return { isDue, retryAt: isDue ? null : pushRetryTime(notification, settings, circumstances) };
}

/** Enqueues the delivery of a notification again; replaces a waiting repetition, but not the trigger's job. */
export function enqueuePushRetry(
  enqueue: Enqueue<NotificationDeliveryTasks>,
  db: Db,
  notificationId: string,
  runAt: Date,
): Promise<void> {
  const key = `reach.tell_again:${notificationId}`;
  return enqueue(db, 'reach.tell', { notificationId }, { key, runAt });
}

/**
 * Maximum delay in ms before a push is retried, even when the push service asks for a longer delay, because a
 * notification that is more than a day old is not pushed any more.
 */
const MAX_RETRY_DELAY_MS = 6 * 3_600_000;

/**
 * Pushes a notification to one subscription. Does nothing when the notification was already read or pushed, or when
 * the preferences exclude it now; when to decide again about a message is up to `pushRetryTime`. A subscription that the
 * push service does not know any more is deleted. When the push service asks for a delay, the job runs again after that
 * delay. A push that the service refuses is dropped. Rejects when the service is unavailable, so that the queue retries
 * the job.
 */
export const pushNotification =
  (deps: PushNotificationDeps) =>
  async ({
    notificationId,
    subscriptionId,
  }: NotificationDeliveryTasks['reach.push']): Promise<void> => {
    const { db } = deps.database;
    const notification = await readDeliverable(deps.database, notificationId);
    if (!notification) return;
    const uid = notification.receiverId;
    const subscription = await findSubscription(db, { id: subscriptionId, uid });
    if (!subscription || (await wasPushSent(db, notification, subscriptionId))) return;
    const { isDue, retryAt } = await decidePush(deps, notification);
    if (retryAt) return enqueuePushRetry(deps.enqueue, db, notificationId, retryAt);
    if (!isDue) return;
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
