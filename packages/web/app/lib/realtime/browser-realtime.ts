import { useSession } from '../session/session.ts';
import { browserPorts } from './browser-ports.ts';
import { createRealtime } from './create-realtime.ts';
import { feedPresence } from './feed-presence.ts';
import type { Realtime } from './realtime.ts';

let client: Realtime | null = null;

/** Connects, disconnects and reconnects together with the session. */
function followSession({ start, stop }: Realtime): void {
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
export function realtime(): Realtime {
  if (!client) {
    client = createRealtime(browserPorts);
    feedPresence(client);
    followSession(client);
  }
  return client;
}
