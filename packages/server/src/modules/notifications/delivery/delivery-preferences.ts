import type { DeliveryPreferences } from '@guilda/contract/notification-delivery';
import { notificationDeliveryTopic } from '@guilda/contract/notifications';
import type { DeliverableNotification } from './deliverable-store.ts';
import { endOfQuietHours } from './quiet-hours.ts';

/** The circumstances at the time of delivery. */
export interface DeliveryCircumstances {
  readonly now: Date;
  /** The receiver is active in the product on a device. */
  readonly online: boolean;
}

/**
 * Whether a notification is to be pushed now (`docs/product/notifications.md`). Orders are pushed at any
 * hour; everything else not in quiet hours and not across a block. Messages and the community are not
 * pushed to people who are online, because they see them on screen.
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

/** Whether a notification is mailed: those of orders only, to suspended people too. */
export function wantsMail(
  notification: DeliverableNotification,
  settings: DeliveryPreferences,
): boolean {
  return (
    notification.email !== null &&
    notificationDeliveryTopic(notification) === 'orders' &&
    settings.topics.orders.email
  );
}
