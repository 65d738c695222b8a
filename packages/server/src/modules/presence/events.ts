import type {
  ConnectionLifecycle,
  EventHandler,
  EventHandlers,
} from '../../platform/gateway/index.ts';
import { ok } from '../../platform/result.ts';
import type { Presence } from './presence.ts';

/** Handler of the socket event with which a device reports activity. */
export function presenceEvents(presence: Presence): Pick<EventHandlers, 'userActivity'> {
  return {
    userActivity: async ({ connection }) => {
      presence.recordActivity(connection.actor.uid);
      return ok({});
    },
  };
}

/** Wraps socket event handlers so that each event counts as activity of the person who sent it. */
export function countAsActivity<H extends Partial<EventHandlers>>(
  presence: Presence,
  handlers: H,
): H {
  const countingHandlers = Object.entries(handlers).map(([name, handler]) => {
    const handle = handler as EventHandler<'userActivity'>;
    const handleAsActivity: typeof handle = (request) => {
      presence.recordActivity(request.connection.actor.uid);
      return handle(request);
    };
    return [name, handleAsActivity];
  });
  return Object.fromEntries(countingHandlers) as H;
}

/** Sends `usersOnline` to a connecting device. A person is offline 10 s after the last device has disconnected. */
export function presenceConnectionLifecycle(presence: Presence): ConnectionLifecycle {
  return { joined: presence.connected, left: presence.disconnected };
}
