import { limits } from '@guilda/contract/limits';
import {
  type ChatCore,
  invalidateConversation,
  isOnline,
  type OpenedConversation,
} from './core.ts';

/** The typing hint is shown for 3 s after the latest `typing` event. */
export function showTyping(core: ChatCore, conversation: OpenedConversation): void {
  conversation.endTyping?.();
  conversation.endTyping = core.ports.after(limits.typingShownMs, () => {
    conversation.endTyping = null;
    invalidateConversation(core, conversation.uid);
  });
  invalidateConversation(core, conversation.uid);
}

/** Hides the hint when the partner's message arrives. */
export function hideTyping(core: ChatCore, conversation: OpenedConversation): void {
  conversation.endTyping?.();
  conversation.endTyping = null;
  invalidateConversation(core, conversation.uid);
}

/** Sends to partners that the person is typing. */
export interface TypingSender {
  /** The person typed in the conversation with `uid`. */
  typing(uid: string): void;
  /** What the person typed was sent as a message to `uid`. */
  messageSent(uid: string): void;
}

/**
 * Sends at most every 2 s per partner (`docs/product/chat.md`). Typing in between is sent when the 2 s are
 * over, unless it became a message, so that a few words typed right after a message are not missed.
 */
export function createTypingSender(core: ChatCore): TypingSender {
  /** Partners to whom it was sent less than 2 s ago, and whether the person has typed again since. */
  const typedAgain = new Map<string, boolean>();
  const typing = (uid: string) => {
    if (typedAgain.has(uid)) typedAgain.set(uid, true);
    else if (isOnline(core) && !core.ended) send(uid);
  };
  const send = (uid: string) => {
    typedAgain.set(uid, false);
    core.ports.after(limits.typingEmitIntervalMs, () => {
      const again = typedAgain.get(uid) ?? false;
      typedAgain.delete(uid);
      if (again) typing(uid);
    });
    const acknowledged = core.ports.connection.send('userTyping', {
      senderId: core.me,
      receiverId: uid,
    });
    void acknowledged.catch(() => undefined);
  };
  const messageSent = (uid: string) => {
    if (typedAgain.has(uid)) typedAgain.set(uid, false);
  };
  return { typing, messageSent };
}
