import type { notificationEndpoints } from '@guilda/contract/notifications';
import type { Database } from '../../platform/database/pool.ts';
import type { EventHandlers } from '../../platform/gateway/index.ts';
import type { Handlers } from '../../platform/http/endpoints.ts';
import {
  type CountDeps,
  countAllUnread,
  listNotifications,
  listUnread,
} from './list-notifications.ts';
import { type MarkDeps, markAllRead, markOneRead } from './mark-read.ts';
import { type NotifyDeps, notifyPerson } from './notify-person.ts';

export interface NotificationDeps extends CountDeps, MarkDeps, NotifyDeps {
  readonly database: Database;
}

export function notificationHandlers(
  deps: NotificationDeps,
): Handlers<typeof notificationEndpoints> {
  return {
    listNotifications: ({ actor, query }) => listNotifications(deps)(actor, query),
    listUnread: ({ actor, params }) => listUnread(deps)(actor, params.uid),
    countUnread: ({ actor }) => countAllUnread(deps)(actor),
    markAllRead: ({ actor, params }) => markAllRead(deps)(actor, params.uid),
    markOneRead: ({ actor, params }) => markOneRead(deps)(actor, params.id),
  };
}

export function notificationEvents(deps: NotifyDeps): Pick<EventHandlers, 'notification'> {
  const notify = notifyPerson(deps);
  return { notification: ({ connection, payload }) => notify(connection.actor.uid, payload) };
}
