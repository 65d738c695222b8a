import { realtime } from '../../../lib/realtime/index.ts';
import { useSession } from '../../../lib/session.ts';
import { browserPorts } from './browser-ports.ts';
import { openChat } from './person-chat.ts';
import { sessionChat } from './session-chat.ts';
import type { Chat } from './views.ts';

let current: Chat | null = null;

/** The conversations of whoever is signed in on this device; in the browser only. */
export function chat(): Chat {
  if (current) return current;
  // Follows the session before the chat does: nobody's messages go over another's line.
  realtime();
  current = sessionChat({
    uid: () => useSession.getState().user?.uid ?? null,
    onChange: (listener) => void useSession.subscribe(listener),
    open: (uid, changed) => {
      const { ports, close } = browserPorts(uid);
      const person = openChat(uid, ports, changed);
      return {
        ...person,
        stop: () => {
          person.stop();
          close();
        },
      };
    },
  });
  return current;
}
