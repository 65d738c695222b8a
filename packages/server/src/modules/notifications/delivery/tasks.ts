import type { Schedule, TaskRunners } from '../../../platform/jobs/index.ts';
import { type DeliverNotificationDeps, deliverNotification } from './deliver-notification.ts';
import {
  type MessageReminderDeps,
  remindOfUnreadMessages,
  sendMissedMessagesMail,
} from './mail/mail-missed-messages.ts';
import { type OrderMailDeps, sendOrderMail } from './mail/order-mail.ts';
import { type PushNotificationDeps, pushNotification } from './push/push-notification.ts';
import { deleteSignedOutSubscriptions } from './push/subscription-store.ts';
import type { NotificationDeliveryTasks } from './task-types.ts';

export type NotificationDeliveryTaskDeps = DeliverNotificationDeps &
  PushNotificationDeps &
  OrderMailDeps &
  MessageReminderDeps;

export function notificationDeliveryTasks(
  deps: NotificationDeliveryTaskDeps,
): TaskRunners<NotificationDeliveryTasks> {
  return {
    'reach.tell': ({ notificationId }) => deliverNotification(deps)(notificationId),
    'reach.push': pushNotification(deps),
    'reach.mail_order': ({ notificationId }) => sendOrderMail(deps)(notificationId),
    'reach.remind': remindOfUnreadMessages(deps),
    'reach.mail_missed': sendMissedMessagesMail(deps),
    'reach.sweep': () => deleteSignedOutSubscriptions(deps.database.db),
  };
}

/** Cron expression: every day at 04:17. */
export const notificationDeliverySchedule: Schedule = { 'reach.sweep': '17 4 * * *' };
