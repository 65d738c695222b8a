import type { Message } from '@guilda/contract/chat/messaging';
import { limits } from '@guilda/contract/limits';
import { removeDelivered } from '../sending/waiting.ts';
import { type ChatCore, invalidateConversation, type OpenedConversation } from './core.ts';
import {
  addMessage,
  addPage,
  type MessageThread,
  newestGap,
  oldestMessageUnlessBeginning,
} from './thread.ts';

/** Sets the thread of a conversation and removes its messages from the queue of unsent ones. */
function setThread(core: ChatCore, conversation: OpenedConversation, thread: MessageThread): void {
  conversation.thread = thread;
  removeDelivered(core, thread.byId);
  invalidateConversation(core, conversation.uid);
}

async function fetchHistoryPage(
  core: ChatCore,
  { uid }: OpenedConversation,
  { before, limit }: { readonly before: Message | null; readonly limit: number },
) {
  const { api } = core.ports;
  const messages = await api.messages(uid, before ? { limit, before: before.sentAt } : { limit });
  return { messages, before, limit };
}

/** Loads the newest page of messages, then any messages between that page and the messages that were loaded before. */
export async function loadNewestMessages(
  core: ChatCore,
  conversation: OpenedConversation,
): Promise<void> {
  const page = await fetchHistoryPage(core, conversation, { before: null, limit: limits.chatPage });
  if (core.ended) return;
  Object.assign(conversation, { status: 'ready', isStale: false });
  // The connection works again, so older messages can be loaded again as well.
  if (conversation.olderLoadState === 'error') conversation.olderLoadState = 'idle';
  setThread(core, conversation, addPage(conversation.thread, page));
  await conversation.fillGapsTask.run();
}

/** Loads the messages missing between known ones, gap by gap, until none is missing. */
export async function loadMissingMessages(
  core: ChatCore,
  conversation: OpenedConversation,
): Promise<void> {
  if (conversation.status !== 'ready') return;
  for (let gap = newestGap(conversation.thread); gap; gap = newestGap(conversation.thread)) {
    const limit = Math.min(gap.size, limits.page.max);
    const page = await fetchHistoryPage(core, conversation, { before: gap.nextMessage, limit });
    if (core.ended) return;
    setThread(core, conversation, addPage(conversation.thread, page));
  }
}

/** Loads the next page of older messages. */
export async function loadOlderMessages(
  core: ChatCore,
  conversation: OpenedConversation,
): Promise<void> {
  const before = oldestMessageUnlessBeginning(conversation.thread);
  if (conversation.status !== 'ready' || conversation.olderLoadState === 'loading' || !before)
    return;
  conversation.olderLoadState = 'loading';
  invalidateConversation(core, conversation.uid);
  try {
    const page = await fetchHistoryPage(core, conversation, { before, limit: limits.chatPage });
    if (core.ended) return;
    conversation.olderLoadState = 'idle';
    setThread(core, conversation, addPage(conversation.thread, page));
  } catch {
    conversation.olderLoadState = 'error';
    invalidateConversation(core, conversation.uid);
  }
}

/** Adds a new message to the conversation, then loads messages that are missing before the new one. */
export function applyReceivedMessage(
  core: ChatCore,
  conversation: OpenedConversation,
  message: Message,
): void {
  setThread(core, conversation, addMessage(conversation.thread, message));
  if (newestGap(conversation.thread)) void conversation.fillGapsTask.run();
}
