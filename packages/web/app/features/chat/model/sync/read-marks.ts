import {
  type ChatCore,
  type OpenedConversation,
  partnerEntryOf,
  updatePartnerEntry,
} from './core.ts';
import { lastSeqBeforeGap } from './thread.ts';

/** Whether a component shows the loaded conversation and the tab is visible. */
const isOnScreen = (core: ChatCore, { mountedCount, status }: OpenedConversation) =>
  mountedCount > 0 && status === 'ready' && core.ports.visibility.visible();

/**
 * Marks the messages on screen as read, first in this tab and then on the server. Does nothing while the conversation is
 * not on screen or the tab is hidden. Messages that are not loaded yet, and those after them, stay unread.
 */
export function markReadIfVisible(core: ChatCore, conversation: OpenedConversation): void {
  if (!isOnScreen(core, conversation)) return;
  const { uid, thread, needsReadMark, unsentReadSeq } = conversation;
  const { ownReadSeq } = partnerEntryOf(core, uid);
  const shownSeq = lastSeqBeforeGap(thread);
  const isNewShown = [...thread.byId.values()].some(
    ({ senderId, seq }) => senderId === uid && seq > ownReadSeq && seq <= shownSeq,
  );
  if (shownSeq > ownReadSeq)
    updatePartnerEntry(core, uid, (entry) => ({ ...entry, ownReadSeq: shownSeq }));
  if (!isNewShown && !needsReadMark && unsentReadSeq === null) return;
  conversation.needsReadMark = false;
  conversation.unsentReadSeq = shownSeq;
  void conversation.markReadTask.run();
}

/** Sends the read mark to the server. Messages received during the request are marked by the next run. */
export async function sendReadMark(core: ChatCore, uid: string): Promise<void> {
  const conversation = core.conversations.get(uid);
  const seq = conversation?.unsentReadSeq ?? null;
  if (!conversation || seq === null) return;
  conversation.unsentReadSeq = null;
  try {
    await core.ports.api.markRead(uid, seq);
  } catch (error) {
    conversation.unsentReadSeq ??= seq;
    throw error;
  }
}

/** Applies a read mark of the partner, or of the person on another device. */
export function applyReadMark(
  core: ChatCore,
  { readerId, otherId, seq }: { readerId: string; otherId: string; seq: number },
): void {
  if (readerId === core.ownUid) {
    updatePartnerEntry(core, otherId, (entry) => ({
      ...entry,
      ownReadSeq: Math.max(entry.ownReadSeq, seq),
      markedSeq: Math.max(entry.markedSeq, seq),
    }));
  } else {
    updatePartnerEntry(core, readerId, (entry) => ({
      ...entry,
      partnerReadSeq: Math.max(entry.partnerReadSeq, seq),
    }));
  }
}
