import type { notificationEndpoints } from '@guilda/contract/notifications';
import type { Database } from '../../platform/database/pool.ts';
import type { EventHandlers } from '../../platform/gateway/index.ts';
import type { Handlers } from '../../platform/http/endpoints.ts';
import type { Logger } from '../../platform/logging.ts';
import { err } from '../../platform/result.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Ids } from '../../ports/ids.ts';
import type { Realtime } from '../../ports/realtime.ts';

export interface NotificationDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Logger;
  readonly realtime: Realtime;
}

export function notificationHandlers(
  _deps: NotificationDeps,
): Handlers<typeof notificationEndpoints> {
  const later = async () => err('unavailable');
  return {
    listNotifications: later,
    listUnread: later,
    countUnread: later,
    markAllRead: later,
    markOneRead: later,
  };
}

export function notificationEvents(_deps: NotificationDeps): Pick<EventHandlers, 'notification'> {
  return { notification: async () => err('unavailable') };
}
