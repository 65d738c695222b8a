import type { Message } from '@guilda/contract/messaging';
import { withMessage } from '../partners/partner-entry.ts';
import { refreshList, refreshPartner } from '../partners/partner-list.ts';
import { dropWaiting, settleStored } from '../sending/waiting.ts';
import {
  blankConversation,
  type ChatCore,
  changeEntry,
  type OpenedConversation,
  partnerEntryOf,
  touch,
  touchList,
  worthAnotherTry,
} from './core.ts';
import { applyMessage, fillGaps, readNewest } from './history.ts';
import { markVisibleRead, sendReadMark } from './read-marks.ts';
import { createTask, type Task } from './task.ts';
import { hideTyping } from './typing.ts';

/** Keeps one person's conversations in sync with the server. */
export interface ConversationSync {
  /** The conversation with `uid`, begun where it was not open before. */
  conversation(uid: string): OpenedConversation;
  readonly list: Task;
  /** Reloads the partner `uid`: blocks, mute and the latest message. */
  askPartner(uid: string): void;
  /** Applies a stored message of either person, whatever its source. */
  take(message: Message): void;
  stop(): void;
}

/** Shows a failure only when there is no content to show. */
function conversationFailed(core: ChatCore, uid: string) {
  return (error: unknown) => {
    const conversation = core.conversations.get(uid);
    const shown = conversation?.status === 'ready' && partnerEntryOf(core, uid).base !== null;
    if (conversation && !shown) conversation.status = 'error';
    touch(core, uid);
    return worthAnotherTry(error);
  };
}

/** Rejects when either rejects, but only after both have settled, so that a late result cannot hide a failure. */
async function bothDone(...works: readonly [Promise<void>, Promise<void>]): Promise<void> {
  await Promise.allSettled(works);
  await Promise.all(works);
}

function beginConversation(core: ChatCore, uid: string): OpenedConversation {
  const { after } = core.ports;
  const read = () => {
    if (!core.ended) markVisibleRead(core, conversation);
  };
  const newest = async () => {
    await readNewest(core, conversation);
    // Their messages are shown from here on, even when the person leaves before the partner is loaded.
    if (conversation.thread.byId.size > 0) read();
  };
  const refresh = async () => {
    await bothDone(newest(), refreshPartner(core, uid));
    read();
  };
  const conversation = blankConversation(uid, {
    refresh: createTask(refresh, { after, failed: conversationFailed(core, uid) }),
    fill: createTask(() => fillGaps(core, conversation), { after, failed: worthAnotherTry }),
    mark: createTask(() => sendReadMark(core, uid), { after, failed: worthAnotherTry }),
  });
  core.conversations.set(uid, conversation);
  touch(core, uid);
  return conversation;
}

function listTask(core: ChatCore): Task {
  return createTask(() => refreshList(core), {
    after: core.ports.after,
    failed: (error) => {
      if (core.list.status !== 'ready') core.list.status = 'error';
      touchList(core);
      return worthAnotherTry(error);
    },
  });
}

/** Adds a message to its conversation if that was opened. */
function addToConversation(core: ChatCore, uid: string, message: Message): void {
  const conversation = core.conversations.get(uid);
  if (!conversation) return;
  if (message.senderId === uid) hideTyping(core, conversation);
  applyMessage(core, conversation, message);
  markVisibleRead(core, conversation);
}

export function openConversationSync(core: ChatCore): ConversationSync {
  const list = listTask(core);
  const partners = new Map<string, Task>();
  const askPartner = (uid: string) => {
    const task =
      partners.get(uid) ??
      createTask(() => refreshPartner(core, uid), {
        after: core.ports.after,
        failed: worthAnotherTry,
      });
    partners.set(uid, task);
    void task.run();
  };
  return {
    list,
    askPartner,
    conversation: (uid) => core.conversations.get(uid) ?? beginConversation(core, uid),
    take: (message) => {
      const uid = message.senderId === core.me ? message.receiverId : message.senderId;
      settleStored(core, new Map([[message.id, message]]));
      if (message.senderId === core.me) dropWaiting(core, message.id);
      changeEntry(core, uid, (entry) => withMessage(entry, message));
      addToConversation(core, uid, message);
      if (partnerEntryOf(core, uid).base === null) askPartner(uid);
    },
    stop: () => {
      const begun = [...core.conversations.values()];
      const tasks = begun.flatMap(({ refresh, fill, mark }) => [refresh, fill, mark]);
      for (const task of [...tasks, ...partners.values(), list]) task.stop();
      for (const { endTyping } of begun) endTyping?.();
    },
  };
}
