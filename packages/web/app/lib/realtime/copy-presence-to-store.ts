import { useSession } from '../session/session.ts';
import { presenceStore } from './presence-store.ts';
import type { RealtimeClient } from './realtime.ts';

/**
 * Copies presence events into the presence store for the lifetime of the page. Call it before the connection
 * opens: the server sends the list of people online only once.
 */
export function copyPresenceToStore(connection: RealtimeClient): void {
  connection.on('usersOnline', presenceStore.begin);
  connection.on('userConnected', presenceStore.put);
  connection.on('userDisconnected', presenceStore.put);
  connection.on('statusUpdated', presenceStore.put);
  connection.subscribe(() => presenceStore.setConnection(connection.getState()));
  presenceStore.setConnection(connection.getState());
  useSession.subscribe((state, before) => {
    if (state.user?.uid !== before.user?.uid) presenceStore.forget();
  });
}
