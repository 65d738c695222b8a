import { useSession } from '../session.ts';
import { browserPorts } from './browser-ports.ts';
import { createRealtime } from './create-realtime.ts';
import { feedPresence } from './feed-presence.ts';
import type { Realtime } from './realtime.ts';

let client: Realtime | null = null;

/** Connects, hangs up and changes hands as the session does. */
function followSession({ start, stop }: Realtime): void {
  const follow = () => {
    const { user } = useSession.getState();
    // The server hears nobody who is suspended.
    if (!user || user.suspension) stop();
    else start(user.uid);
  };
  useSession.subscribe(follow);
  follow();
}

/**
 * The line of whoever is signed in on this device; in the browser only. The first call begins to
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
