import { notificationDeliveryEndpoints } from '@guilda/contract/notifications/notification-delivery';
import { notificationEndpoints } from '@guilda/contract/notifications/notifications';
import { handle, type Module, type NeedsOf } from '../../platform/module.ts';
import { mountUnsubscribe } from './delivery/mail/unsubscribe-page.ts';
import { notificationDeliveryHandlers } from './delivery/routes.ts';
import type { NotificationDeliveryTasks } from './delivery/task-types.ts';
import { notificationDeliverySchedule, notificationDeliveryTasks } from './delivery/tasks.ts';
import type { NotificationFeed } from './inbox/feed.ts';
import { notificationHandlers } from './inbox/routes.ts';
import { type NotificationTasks, notificationSchedule, notificationTasks } from './inbox/tasks.ts';

type NotificationsModuleDeps = NeedsOf<typeof notificationHandlers> &
  NeedsOf<typeof notificationTasks> &
  NeedsOf<typeof notificationDeliveryHandlers> &
  NeedsOf<typeof notificationDeliveryTasks> &
  Parameters<typeof mountUnsubscribe>[1] & { readonly feed: NotificationFeed };

export const notificationsModule: Module<
  NotificationsModuleDeps,
  NotificationTasks & NotificationDeliveryTasks
> = {
  name: 'notifications',
  schedule: { ...notificationSchedule, ...notificationDeliverySchedule },
  create: (needs) => ({
    endpoints: [
      handle(notificationEndpoints, notificationHandlers(needs)),
      handle(notificationDeliveryEndpoints, notificationDeliveryHandlers(needs)),
    ],
    tasks: { ...notificationTasks(needs), ...notificationDeliveryTasks(needs) },
    connections: needs.feed.lifecycle,
    plugin: (app) => mountUnsubscribe(app, needs),
  }),
};
