import { registerReloadLoss } from '../../../../lib/navigation/page-reload.ts';
import { browserRealtime } from '../../../../lib/realtime/index.ts';
import { useSession } from '../../../../lib/session/session.ts';
import { followUnsentMessages } from '../../unsent-messages.ts';
import { openPersonChat } from '../person-chat.ts';
import type { ChatStore } from '../views/views.ts';
import { createChatPorts } from './browser-ports.ts';
import { createSessionChat } from './session-chat.ts';

let currentChat: ChatStore | null = null;

/** Returns the chat of the signed-in person on this device. Must not be called on the server. */
export function browserChat(): ChatStore {
  if (currentChat) return currentChat;
  // The connection must subscribe to the session before the chat does. When the person changes, the connection is then
  // replaced first, and the new person's chat cannot send over the previous person's connection.
  browserRealtime();
  currentChat = createSessionChat({
    uid: () => useSession.getState().user?.uid ?? null,
    onChange: (listener) => void useSession.subscribe(listener),
    open: (ownUid, onViewChange) => {
      const { ports, close } = createChatPorts(ownUid);
      const personChat = openPersonChat(ownUid, ports, onViewChange);
      return {
        ...personChat,
        stop: () => {
          personChat.stop();
          close();
        },
      };
    },
  });
  registerReloadLoss(currentChat.hasUnstoredMessages);
  followUnsentMessages(currentChat.hasUnsentMessages);
  return currentChat;
}
