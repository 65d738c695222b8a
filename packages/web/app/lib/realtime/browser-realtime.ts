import { useSession } from '../session/session.ts';
import { browserRealtimePorts } from './browser-ports.ts';
import { copyPresenceToStore } from './copy-presence-to-store.ts';
import { createRealtimeClient } from './create-realtime.ts';
import type { RealtimeClient } from './realtime.ts';

let realtimeClient: RealtimeClient | null = null;

/** Connects and disconnects together with the session. */
function connectWithSession({ start, stop }: RealtimeClient): void {
  const followSession = () => {
    const { user } = useSession.getState();
    // No connection for suspended people, because the server would refuse it.
    if (!user || user.suspension) stop();
    else start(user.uid);
  };
  useSession.subscribe(followSession);
  followSession();
}

/**
 * Returns the connection of the signed-in person on this device. Must not be called on the server. From the first call
 * on, the connection follows the session: it connects, disconnects and changes its person without further calls.
 */
export function browserRealtime(): RealtimeClient {
  if (!realtimeClient) {
    realtimeClient = createRealtimeClient(browserRealtimePorts);
    copyPresenceToStore(realtimeClient);
    connectWithSession(realtimeClient);
  }
  return realtimeClient;
}
