import type { DeliveryPreferences } from '@guilda/contract/notifications/notification-delivery';
import { notificationDeliveryTopic } from '@guilda/contract/notifications/notifications';
import type { DeliverableNotification } from './deliverable-store.ts';
import { endOfQuietHours } from './quiet-hours.ts';

/** The time of delivery and the receiver's presence at that time. */
export interface DeliveryCircumstances {
  readonly now: Date;
  /** Whether the receiver is online on any device. */
  readonly online: boolean;
}

/** Shortest and longest time, in ms, until it is decided again whether a message is pushed to somebody who is online. */
const MIN_RETRY_MS = 60_000;
const MAX_RETRY_MS = 15 * 60_000;

/** Whether a notification may be pushed at some time: neither the preferences nor a block, mute or suspension forbid it. */
function mayBePushed(
  notification: DeliverableNotification,
  settings: DeliveryPreferences,
): boolean {
  const topic = notificationDeliveryTopic(notification);
  if (notification.suspended || !settings.topics[topic].push) return false;
  if (topic === 'orders') return true;
  return !notification.blocked && !(topic === 'messages' && notification.muted);
}

/**
 * Whether a notification is to be pushed now (`docs/product/notifications.md`). Notifications about orders and
 * withdrawals are pushed at any hour. Others are not pushed during quiet hours or when there is a block between receiver and sender.
 * Notifications about messages and the community are not pushed to people who are online, because these people see them
 * on screen. Muted conversations and suspended people get no push.
 */
export function wantsPush(
  notification: DeliverableNotification,
  settings: DeliveryPreferences,
  { now, online }: DeliveryCircumstances,
): boolean {
  if (!mayBePushed(notification, settings)) return false;
  const topic = notificationDeliveryTopic(notification);
  if (topic === 'orders') return true;
  return !endOfQuietHours(settings, now) && (topic === 'calls' || !online);
}

/**
 * When to decide again about a notification that is not to be pushed now; null when it need not be decided again. Only
 * messages are pushed later, because further messages of the sender cause no notification while the first one is unread.
 * They wait for the end of quiet hours and until the person is no longer online; the longer the person has been online
 * without reading, the longer are the pauses.
 */
export function pushRetryTime(
  notification: DeliverableNotification,
  settings: DeliveryPreferences,
  { now, online }: DeliveryCircumstances,
): Date | null {
  if (notificationDeliveryTopic(notification) !== 'messages') return null;
  if (!mayBePushed(notification, settings)) return null;
  const quietHoursEnd = endOfQuietHours(settings, now);
  if (quietHoursEnd || !online) return quietHoursEnd;
  const waitedMs = now.getTime() - Date.parse(notification.versionAt);
  const pauseMs = Math.min(Math.max(waitedMs, MIN_RETRY_MS), MAX_RETRY_MS);
  return new Date(now.getTime() + pauseMs);
}

/**
 * Whether a notification is mailed. Only notifications about orders are mailed, to suspended people too; those about
 * withdrawals, which belong to the same topic, are not.
 */
export function wantsMail(
  notification: DeliverableNotification,
  settings: DeliveryPreferences,
): boolean {
  return (
    notification.email !== null &&
    notificationDeliveryTopic(notification) === 'orders' &&
    notification.additionalInfo['paymentId'] !== undefined &&
    settings.topics.orders.email
  );
}
