import { limits } from '@guilda/contract/limits';
import {
  type ChatCore,
  invalidateConversation,
  isOnline,
  type OpenedConversation,
} from './core.ts';

/** Shows the typing hint for 3 s after the latest `typing` event. */
export function showTyping(core: ChatCore, conversation: OpenedConversation): void {
  conversation.endTyping?.();
  conversation.endTyping = core.ports.scheduleAfter(limits.typingShownMs, () => {
    conversation.endTyping = null;
    invalidateConversation(core, conversation.uid);
  });
  invalidateConversation(core, conversation.uid);
}

/** Hides the typing hint when the partner's message arrives. */
export function hideTyping(core: ChatCore, conversation: OpenedConversation): void {
  conversation.endTyping?.();
  conversation.endTyping = null;
  invalidateConversation(core, conversation.uid);
}

/** Notifies partners that the person is typing. */
export interface TypingSender {
  /** Reports that the person has typed in the conversation with `uid`. */
  typing(uid: string): void;
  /** Reports that the typed text was sent as a message to `uid`, so that it no longer counts as typing. */
  messageSent(uid: string): void;
}

/**
 * Sends `typing` at most every 2 s per partner (`docs/product/chat.md`). If the person
 * types again within the 2 s, the next `typing` is sent at the end of the 2 s, unless the text was sent as a message by
 * then.
 */
export function createTypingSender(core: ChatCore): TypingSender {
  /** Partners to whom `typing` was sent less than 2 s ago, and whether the person has typed again since then. */
  const typedAgain = new Map<string, boolean>();
  const typing = (uid: string) => {
    if (typedAgain.has(uid)) typedAgain.set(uid, true);
    else if (isOnline(core) && !core.ended) send(uid);
  };
  const send = (uid: string) => {
    typedAgain.set(uid, false);
    core.ports.scheduleAfter(limits.typingEmitIntervalMs, () => {
      const hasTypedAgain = typedAgain.get(uid) ?? false;
      typedAgain.delete(uid);
      if (hasTypedAgain) typing(uid);
    });
    const acknowledgement = core.ports.connection.send('userTyping', {
      senderId: core.ownUid,
      receiverId: uid,
    });
    void acknowledgement.catch(() => undefined);
  };
  const messageSent = (uid: string) => {
    if (typedAgain.has(uid)) typedAgain.set(uid, false);
  };
  return { typing, messageSent };
}
