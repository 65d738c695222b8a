import { newestSeq } from '../partners/partner-entry.ts';
import {
  type ChatCore,
  type OpenedConversation,
  partnerEntryOf,
  updatePartnerEntry,
} from './core.ts';
import { messagesInOrder } from './thread.ts';

/** The number of the newest known message from the partner. */
function newestSeqOfPartner(core: ChatCore, { uid, thread }: OpenedConversation): number {
  const inThread = messagesInOrder(thread).findLast(({ senderId }) => senderId === uid)?.seq ?? 0;
  return Math.max(inThread, newestSeq(partnerEntryOf(core, uid)));
}

/** Whether a component shows the loaded conversation and the tab is visible. */
const isOnScreen = (core: ChatCore, { mountedCount, status }: OpenedConversation) =>
  mountedCount > 0 && status === 'ready' && core.ports.visibility.visible();

/**
 * Marks the conversation as read, first in this tab and then on the server. Does nothing while the conversation is not
 * on screen or the tab is hidden.
 */
export function markReadIfVisible(core: ChatCore, conversation: OpenedConversation): void {
  if (!isOnScreen(core, conversation)) return;
  const partnerSeq = newestSeqOfPartner(core, conversation);
  const { ownReadSeq } = partnerEntryOf(core, conversation.uid);
  if (partnerSeq <= ownReadSeq && !conversation.needsReadMark) return;
  updatePartnerEntry(core, conversation.uid, (entry) => ({ ...entry, ownReadSeq: partnerSeq }));
  conversation.needsReadMark = true;
  void conversation.markReadTask.run();
}

/** Sends the read mark to the server. Messages received during the request are marked by the next run. */
export async function sendReadMark(core: ChatCore, uid: string): Promise<void> {
  const conversation = core.conversations.get(uid);
  if (!conversation?.needsReadMark) return;
  conversation.needsReadMark = false;
  try {
    await core.ports.api.markRead(uid);
  } catch (error) {
    conversation.needsReadMark = true;
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
