import type { notificationEndpoints } from '@guilda/contract/notifications/notifications';
import type { Database } from '../../../platform/database/pool.ts';
import type { Handlers } from '../../../platform/http/endpoints.ts';
import {
  type CountDeps,
  countAllUnread,
  listNotifications,
  listUnread,
} from './list-notifications.ts';
import { type MarkDeps, markAllRead, markOneRead } from './mark-read.ts';

export interface NotificationDeps extends CountDeps, MarkDeps {
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
