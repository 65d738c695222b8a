import { useSession } from '../session.ts';
import { presence } from './presence-store.ts';
import type { Realtime } from './realtime.ts';

/**
 * Tells the browser's store who is there, for as long as the page lives. From the line's first moment
 * on: the list of who is there comes once.
 */
export function feedPresence(line: Realtime): void {
  line.on('usersOnline', presence.begin);
  line.on('userConnected', presence.put);
  line.on('userDisconnected', presence.put);
  line.on('statusUpdated', presence.put);
  line.subscribe(() => presence.reach(line.getState()));
  presence.reach(line.getState());
  useSession.subscribe((state, before) => {
    if (state.user?.uid !== before.user?.uid) presence.forget();
  });
}
