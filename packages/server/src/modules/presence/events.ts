import type { ConnectionLife, EventHandler, EventHandlers } from '../../platform/gateway/index.ts';
import { ok } from '../../platform/result.ts';
import type { Presence } from './presence.ts';

/** The presence events of `spec §7`; those of others that show somebody doing something count too. */
export function presenceEvents(presence: Presence): Pick<EventHandlers, 'userActivity'> {
  return {
    userActivity: async ({ connection }) => {
      presence.active(connection.actor.uid);
      return ok({});
    },
  };
}

/** The same events, each of which shows that its sender is active. */
export function countAsActivity<H extends Partial<EventHandlers>>(
  presence: Presence,
  handlers: H,
): H {
  const counted = Object.entries(handlers).map(([name, handler]) => {
    const handle = handler as EventHandler<'userActivity'>;
    const active: typeof handle = (request) => {
      presence.active(request.connection.actor.uid);
      return handle(request);
    };
    return [name, active];
  });
  return Object.fromEntries(counted) as H;
}

/** A device gets `usersOnline` when it joins, and keeps its person there until 10 s after it left. */
export function presenceLife(presence: Presence): ConnectionLife {
  return { joined: presence.came, left: presence.left };
}
