import type { PersonChat } from '../person-chat.ts';
import { unknownConversation, unknownPartners } from '../views/empty-views.ts';
import type { ChatStore } from '../views/views.ts';

/**
 * What the chat needs from the session: the signed-in person's uid, a notice of each change, and a function that
 * creates a person's chat.
 */
interface SessionChatDeps {
  /** Uid of the signed-in person; null while nobody is signed in. */
  uid(): string | null;
  onChange(listener: () => void): void;
  open(uid: string, onViewChange: () => void): PersonChat;
}

interface SignedInChat {
  readonly uid: string;
  readonly chat: PersonChat;
}

/** Calls every listener once after a burst of changes. */
function createChangeNotifier() {
  const listeners = new Set<() => void>();
  let isScheduled = false;
  const notify = () => {
    if (isScheduled) return;
    isScheduled = true;
    queueMicrotask(() => {
      isScheduled = false;
      for (const listener of [...listeners]) listener();
    });
  };
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  };
  return { notify, subscribe };
}

/** Opens and closes conversations. Records the open ones in `openUids`, to reopen them when the person changes. */
function conversationsOnScreen(
  currentChat: () => PersonChat | null,
  openUids: string[],
): Pick<ChatStore, 'open' | 'close'> {
  return {
    open: (uid) => {
      openUids.push(uid);
      currentChat()?.open(uid);
    },
    close: (uid) => {
      const index = openUids.indexOf(uid);
      if (index >= 0) openUids.splice(index, 1);
      currentChat()?.close(uid);
    },
  };
}

/** The chat of the signed-in person; created, stopped and replaced together with the session. */
export function createSessionChat({ uid, onChange, open }: SessionChatDeps): ChatStore {
  const { notify, subscribe } = createChangeNotifier();
  const openUids: string[] = [];
  let signedInChat: SignedInChat | null = null;
  const updateChat = () => {
    const currentUid = uid();
    if (currentUid === (signedInChat?.uid ?? null)) return;
    signedInChat?.chat.stop();
    signedInChat = currentUid === null ? null : { uid: currentUid, chat: open(currentUid, notify) };
    for (const shownUid of openUids) signedInChat?.chat.open(shownUid);
    notify();
  };
  onChange(updateChat);
  updateChat();
  const chat = () => signedInChat?.chat ?? null;
  return {
    subscribe,
    ...conversationsOnScreen(chat, openUids),
    partners: () => chat()?.partners() ?? unknownPartners,
    conversation: (partnerUid) => chat()?.conversation(partnerUid) ?? unknownConversation,
    connection: () => chat()?.connection() ?? 'connecting',
    send: (partnerUid, text) => chat()?.send(partnerUid, text) ?? null,
    retry: (partnerUid, id) => chat()?.retry(partnerUid, id),
    discard: (partnerUid, id) => chat()?.discard(partnerUid, id),
    loadOlder: async (partnerUid) => chat()?.loadOlder(partnerUid),
    loadMorePartners: async () => chat()?.loadMorePartners(),
    reload: (partnerUid) => chat()?.reload(partnerUid),
    typing: (partnerUid) => chat()?.typing(partnerUid),
    hasUnstoredMessages: () => chat()?.hasUnstoredMessages() ?? false,
    hasUnsentMessages: () => chat()?.hasUnsentMessages() ?? false,
    setMuted: async (partnerUid, isMuted) => chat()?.setMuted(partnerUid, isMuted),
  };
}
