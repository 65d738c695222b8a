import { limits } from '@guilda/contract/limits';
import { type ChatCore, isOnline, type OpenedConversation, touch } from './core.ts';

/** The typing hint is shown for 3 s after the latest `typing` event. */
export function showTyping(core: ChatCore, conversation: OpenedConversation): void {
  conversation.endTyping?.();
  conversation.endTyping = core.ports.after(limits.typingShownMs, () => {
    conversation.endTyping = null;
    touch(core, conversation.uid);
  });
  touch(core, conversation.uid);
}

/** Hides the hint when the partner's message arrives. */
export function hideTyping(core: ChatCore, conversation: OpenedConversation): void {
  conversation.endTyping?.();
  conversation.endTyping = null;
  touch(core, conversation.uid);
}

/** Sends that the person is typing, at most every 2 s per partner (`docs/product/chat.md`). */
export function createTypingSender(core: ChatCore): (uid: string) => void {
  const resting = new Set<string>();
  return (uid) => {
    if (resting.has(uid) || !isOnline(core)) return;
    resting.add(uid);
    core.ports.after(limits.typingEmitIntervalMs, () => resting.delete(uid));
    const acknowledged = core.ports.connection.send('userTyping', {
      senderId: core.me,
      receiverId: uid,
    });
    void acknowledged.catch(() => undefined);
  };
}
