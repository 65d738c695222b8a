import { useSession } from '../session/session.ts';
import { presence } from './presence-store.ts';
import type { Realtime } from './realtime.ts';

/**
 * Copies presence events into the presence store for the lifetime of the page. Call it before the connection
 * opens: the server sends the list of people online only once.
 */
export function feedPresence(connection: Realtime): void {
  connection.on('usersOnline', presence.begin);
  connection.on('userConnected', presence.put);
  connection.on('userDisconnected', presence.put);
  connection.on('statusUpdated', presence.put);
  connection.subscribe(() => presence.setConnection(connection.getState()));
  presence.setConnection(connection.getState());
  useSession.subscribe((state, before) => {
    if (state.user?.uid !== before.user?.uid) presence.forget();
  });
}
