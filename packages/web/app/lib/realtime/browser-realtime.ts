import { useSession } from '../session/session.ts';
import { browserRealtimePorts } from './browser-ports.ts';
import { copyPresenceToStore } from './copy-presence-to-store.ts';
import { createRealtimeClient } from './create-realtime.ts';
import type { RealtimeClient } from './realtime.ts';

let client: RealtimeClient | null = null;

/** Connects, disconnects and reconnects together with the session. */
function connectWithSession({ start, stop }: RealtimeClient): void {
  const follow = () => {
    const { user } = useSession.getState();
    // The server refuses connections of suspended people.
    if (!user || user.suspension) stop();
    else start(user.uid);
  };
  useSession.subscribe(follow);
  follow();
}

/**
 * The connection of the person signed in on this device; in the browser only. The first call begins to
 * follow the session: it connects, hangs up and changes hands by itself.
 */
export function browserRealtime(): RealtimeClient {
  if (!client) {
    client = createRealtimeClient(browserRealtimePorts);
    copyPresenceToStore(client);
    connectWithSession(client);
  }
  return client;
}
