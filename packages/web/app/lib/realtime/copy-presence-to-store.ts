import { useSession } from '../session/session.ts';
import { presenceStore } from './presence-store.ts';
import type { RealtimeClient } from './realtime.ts';

/**
 * Copies presence events into the presence store as long as the page exists. Call it before the connection opens,
 * because the server sends the list of online people only once per connection.
 */
export function copyPresenceToStore(connection: RealtimeClient): void {
  connection.on('usersOnline', presenceStore.begin);
  connection.on('userConnected', presenceStore.put);
  connection.on('userDisconnected', presenceStore.put);
  connection.on('statusUpdated', presenceStore.put);
  connection.subscribe(() => presenceStore.setConnection(connection.getState()));
  presenceStore.setConnection(connection.getState());
  useSession.subscribe((state, previousState) => {
    if (state.user?.uid !== previousState.user?.uid) presenceStore.forget();
  });
}
