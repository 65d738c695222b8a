import type { PersonChat } from '../person-chat.ts';
import { unknownConversation, unknownPartners } from '../views/empty-views.ts';
import type { ChatStore } from '../views/views.ts';

/** Functions by which the chat follows the session: the signed-in person, changes, and a factory of a person's chat. */
interface SessionChatDeps {
  /** Uid of the signed-in person; null while nobody is signed in. */
  uid(): string | null;
  onChange(listener: () => void): void;
  open(uid: string, changed: () => void): PersonChat;
}

interface SignedInChat {
  readonly uid: string;
  readonly chat: PersonChat;
}

/** Calls every listener once after a burst of changes. */
function createChangeNotifier() {
  const listeners = new Set<() => void>();
  let ringing = false;
  const ring = () => {
    if (ringing) return;
    ringing = true;
    queueMicrotask(() => {
      ringing = false;
      for (const listener of [...listeners]) listener();
    });
  };
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  };
  return { ring, subscribe };
}

/** Opens and closes conversations. Records the open ones in `openUids`, to reopen them when the person changes. */
function conversationsOnScreen(
  current: () => PersonChat | null,
  openUids: string[],
): Pick<ChatStore, 'open' | 'close'> {
  return {
    open: (uid) => {
      openUids.push(uid);
      current()?.open(uid);
    },
    close: (uid) => {
      const index = openUids.indexOf(uid);
      if (index >= 0) openUids.splice(index, 1);
      current()?.close(uid);
    },
  };
}

/** The chat of the signed-in person; created, stopped and replaced together with the session. */
export function createSessionChat({ uid, onChange, open }: SessionChatDeps): ChatStore {
  const { ring, subscribe } = createChangeNotifier();
  const openUids: string[] = [];
  let current: SignedInChat | null = null;
  const updateChat = () => {
    const person = uid();
    if (person === (current?.uid ?? null)) return;
    current?.chat.stop();
    current = person === null ? null : { uid: person, chat: open(person, ring) };
    for (const shownUid of openUids) current?.chat.open(shownUid);
    ring();
  };
  onChange(updateChat);
  updateChat();
  const chat = () => current?.chat ?? null;
  return {
    subscribe,
    ...conversationsOnScreen(chat, openUids),
    partners: () => chat()?.partners() ?? unknownPartners,
    conversation: (other) => chat()?.conversation(other) ?? unknownConversation,
    connection: () => chat()?.connection() ?? 'connecting',
    send: (other, text) => chat()?.send(other, text) ?? null,
    retry: (other, id) => chat()?.retry(other, id),
    discard: (other, id) => chat()?.discard(other, id),
    loadOlder: async (other) => chat()?.loadOlder(other),
    loadMorePartners: async () => chat()?.loadMorePartners(),
    reload: (other) => chat()?.reload(other),
    typing: (other) => chat()?.typing(other),
    setMuted: async (other, isMuted) => chat()?.setMuted(other, isMuted),
  };
}
