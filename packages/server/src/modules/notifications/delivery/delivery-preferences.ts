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
  const topic = notificationDeliveryTopic(notification);
  if (notification.suspended || !settings.topics[topic].push) return false;
  if (topic === 'orders') return true;
  if (notification.blocked || endOfQuietHours(settings, now)) return false;
  if (topic === 'calls') return true;
  return !online && !(topic === 'messages' && notification.muted);
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
