import { limits } from '@guilda/contract/limits';
import { type Conversation, type Core, isOnline, touch } from './core.ts';

/** The hint stands for 3 s after the last word of it (`spec §4`). */
export function showTyping(core: Core, conversation: Conversation): void {
  conversation.endTyping?.();
  conversation.endTyping = core.ports.after(limits.typingShownMs, () => {
    conversation.endTyping = null;
    touch(core, conversation.uid);
  });
  touch(core, conversation.uid);
}

/** What was being written has come. */
export function hideTyping(core: Core, conversation: Conversation): void {
  conversation.endTyping?.();
  conversation.endTyping = null;
  touch(core, conversation.uid);
}

/** Tells that the person writes, at most every 2 s to each (`spec §9`). */
export function createTypingTeller(core: Core): (uid: string) => void {
  const resting = new Set<string>();
  return (uid) => {
    if (resting.has(uid) || !isOnline(core)) return;
    resting.add(uid);
    core.ports.after(limits.typingToldEveryMs, () => resting.delete(uid));
    const told = core.ports.line.send('userTyping', { senderId: core.me, receiverId: uid });
    void told.catch(() => undefined);
  };
}
