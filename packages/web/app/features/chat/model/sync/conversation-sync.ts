import type { Message } from '@guilda/contract/chat/messaging';
import { entryWithMessage } from '../partners/partner-entry.ts';
import {
  refreshPartner,
  refreshPartnerList,
  refreshUnreadBeyondList,
} from '../partners/partner-list.ts';
import { removeDelivered, removeWaitingMessage } from '../sending/waiting.ts';
import {
  type ChatCore,
  emptyConversation,
  invalidateConversation,
  invalidateList,
  type OpenedConversation,
  partnerEntryOf,
  retryUnlessRefused,
  updatePartnerEntry,
} from './core.ts';
import { applyReceivedMessage, loadMissingMessages, loadNewestMessages } from './history.ts';
import { markReadIfVisible, sendReadMark } from './read-marks.ts';
import { createTask, type RetryingTask } from './retrying-task.ts';
import { hideTyping } from './typing.ts';

/** Keeps one person's conversations in sync with the server. */
export interface ConversationSync {
  /** The conversation with `uid`; created at the first call. */
  conversation(uid: string): OpenedConversation;
  readonly listTask: RetryingTask;
  /** Counts the unread conversations on pages of the list that are not loaded. */
  readonly countTask: RetryingTask;
  /** Reloads the partner `uid`: blocks, mute and latest message. */
  reloadPartner(uid: string): void;
  /** Adds a sent or received message that the server has stored to its conversation. */
  take(message: Message): void;
  stop(): void;
}

/** Handles a failed load: it changes the view only when there is no content to show. Decides whether to retry. */
function conversationFailureHandler(core: ChatCore, uid: string) {
  return (error: unknown) => {
    const decision = retryUnlessRefused(error);
    const conversation = core.conversations.get(uid);
    const isShown =
      conversation?.status === 'ready' && partnerEntryOf(core, uid).latestAnswer !== null;
    if (conversation && !isShown) {
      conversation.status = decision === 'stop' ? 'refused' : 'error';
      conversation.refusal = decision === 'stop' && error instanceof Error ? error.message : null;
    }
    invalidateConversation(core, uid);
    return decision;
  };
}

/** Waits until both promises have settled, and then rejects if one of them was rejected. */
async function waitForBoth(...promises: readonly [Promise<void>, Promise<void>]): Promise<void> {
  await Promise.allSettled(promises);
  await Promise.all(promises);
}

/** A task that is tried again after a failure, unless it was refused; a failure changes no view. */
const createRetriedTask = (core: ChatCore, work: () => Promise<void>): RetryingTask =>
  createTask(work, { scheduleAfter: core.ports.scheduleAfter, onFailure: retryUnlessRefused });

function createConversation(core: ChatCore, uid: string): OpenedConversation {
  const markRead = () => {
    if (!core.ended) markReadIfVisible(core, conversation);
  };
  // Loaded messages are on screen, so they count as read even if the person leaves before the partner is loaded.
  const markLoadedRead = () => {
    if (conversation.thread.byId.size > 0) markRead();
  };
  const fillGaps = async () => {
    await loadMissingMessages(core, conversation);
    markLoadedRead();
  };
  const loadNewest = async () => {
    await loadNewestMessages(core, conversation);
    markLoadedRead();
  };
  const refresh = async () => {
    await waitForBoth(loadNewest(), refreshPartner(core, uid));
    markRead();
  };
  const conversation = emptyConversation(uid, {
    refreshTask: createTask(refresh, {
      scheduleAfter: core.ports.scheduleAfter,
      onFailure: conversationFailureHandler(core, uid),
    }),
    fillGapsTask: createRetriedTask(core, fillGaps),
    markReadTask: createRetriedTask(core, () => sendReadMark(core, uid)),
  });
  core.conversations.set(uid, conversation);
  invalidateConversation(core, uid);
  return conversation;
}

function createListTask(core: ChatCore): RetryingTask {
  return createTask(() => refreshPartnerList(core), {
    scheduleAfter: core.ports.scheduleAfter,
    onFailure: (error) => {
      if (core.list.status !== 'ready') core.list.status = 'error';
      invalidateList(core);
      return retryUnlessRefused(error);
    },
  });
}

/** Adds a message to its conversation if the conversation was opened. */
function addMessageToConversation(core: ChatCore, uid: string, message: Message): void {
  const conversation = core.conversations.get(uid);
  if (!conversation) return;
  if (message.senderId === uid) hideTyping(core, conversation);
  applyReceivedMessage(core, conversation, message);
  markReadIfVisible(core, conversation);
}

export function createConversationSync(core: ChatCore): ConversationSync {
  const listTask = createListTask(core);
  const countTask = createRetriedTask(core, () => refreshUnreadBeyondList(core));
  const partnerTasks = new Map<string, RetryingTask>();
  const reloadPartner = (uid: string) => {
    const task = partnerTasks.get(uid) ?? createRetriedTask(core, () => refreshPartner(core, uid));
    partnerTasks.set(uid, task);
    void task.run();
  };
  return {
    listTask,
    countTask,
    reloadPartner,
    conversation: (uid) => core.conversations.get(uid) ?? createConversation(core, uid),
    take: (message) => {
      const uid = message.senderId === core.ownUid ? message.receiverId : message.senderId;
      removeDelivered(core, new Map([[message.id, message]]));
      if (message.senderId === core.ownUid) removeWaitingMessage(core, message.id);
      updatePartnerEntry(core, uid, (entry) => entryWithMessage(entry, message));
      addMessageToConversation(core, uid, message);
      if (partnerEntryOf(core, uid).latestAnswer === null) reloadPartner(uid);
    },
    stop: () => {
      const openedConversations = [...core.conversations.values()];
      const tasks = openedConversations.flatMap(({ refreshTask, fillGapsTask, markReadTask }) => [
        refreshTask,
        fillGapsTask,
        markReadTask,
      ]);
      for (const task of [...tasks, ...partnerTasks.values(), listTask, countTask]) task.stop();
      for (const { endTyping } of openedConversations) endTyping?.();
    },
  };
}
