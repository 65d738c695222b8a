import { loadMorePartners } from './partners/partner-list.ts';
import type { ChatPorts } from './ports.ts';
import { type OutgoingMessage, textToSend } from './sending/outgoing.ts';
import { createMessageSending, type MessageSending } from './sending/sending.ts';
import { removeOutgoing, storeOutgoing } from './sending/waiting.ts';
import { type ConversationSync, createConversationSync } from './sync/conversation-sync.ts';
import {
  type ChatCore,
  createChatCore,
  invalidateConversation,
  invalidateList,
  partnerEntryOf,
  updatePartnerEntry,
} from './sync/core.ts';
import { followConnection } from './sync/follow-connection.ts';
import { loadOlderMessages } from './sync/history.ts';
import { markReadIfVisible } from './sync/read-marks.ts';
import { createTypingSender, type TypingSender } from './sync/typing.ts';
import { buildConversationView, buildPartnersView } from './views/build-views.ts';
import type { ChatStore } from './views/views.ts';

/** The chat of one person, until `stop` is called. */
export interface PersonChat extends Omit<ChatStore, 'subscribe'> {
  stop(): void;
}

/** Stores a message on the device before sending it, so that the message survives closing the tab. */
async function storeAndSend(
  core: ChatCore,
  sending: MessageSending,
  outgoing: OutgoingMessage,
): Promise<void> {
  if (await storeOutgoing(core, outgoing)) core.ports.tabs.post({ kind: 'waiting', outgoing });
  sending.drain(outgoing.receiverId);
}

function messageActions(
  core: ChatCore,
  sending: MessageSending,
  typing: TypingSender,
): Pick<ChatStore, 'send' | 'retry' | 'discard'> {
  let lastWrittenAt = 0;
  return {
    send: (uid, typedText) => {
      const sendable = textToSend(typedText);
      if ('code' in sendable) return sendable;
      // A message written later is sorted later, even if the clock was set back in between.
      lastWrittenAt = Math.max(lastWrittenAt + 1, Math.floor(core.ports.now()));
      const id = core.ports.newId();
      const outgoing = { id, owner: core.ownUid, receiverId: uid, text: sendable.text };
      void storeAndSend(core, sending, { ...outgoing, writtenAt: lastWrittenAt, failure: null });
      typing.messageSent(uid);
      return null;
    },
    retry: (_uid, id) => {
      const outgoing = core.waitingMessages.get(id)?.outgoing;
      if (!outgoing?.failure) return;
      // The server refuses an id that another message already has, so the retry uses a new id.
      const isIdTaken = outgoing.failure.code === 'message_id_taken';
      if (isIdTaken) void removeOutgoing(core, id);
      const nextId = isIdTaken ? core.ports.newId() : id;
      void storeAndSend(core, sending, { ...outgoing, id: nextId, failure: null });
    },
    discard: (_uid, id) => {
      if (!core.waitingMessages.has(id)) return;
      void removeOutgoing(core, id);
      core.ports.tabs.post({ kind: 'discarded', id });
    },
  };
}

function conversationActions(
  core: ChatCore,
  sync: ConversationSync,
): Pick<ChatStore, 'open' | 'close' | 'reload'> {
  return {
    open: (uid) => {
      const conversation = sync.conversation(uid);
      conversation.mountedCount += 1;
      conversation.needsReadMark = true;
      const isPartnerKnown = partnerEntryOf(core, uid).latestAnswer !== null;
      if (conversation.status === 'ready' && !conversation.isStale && isPartnerKnown)
        markReadIfVisible(core, conversation);
      else void conversation.refreshTask.run();
    },
    close: (uid) => {
      const conversation = core.conversations.get(uid);
      if (!conversation || conversation.mountedCount === 0) return;
      conversation.mountedCount -= 1;
      if (conversation.mountedCount === 0) conversation.needsReadMark = false;
    },
    reload: (uid) => {
      if (uid === undefined) {
        if (core.list.status === 'error') core.list.status = 'loading';
        invalidateList(core);
        void sync.listTask.run();
        return;
      }
      const conversation = sync.conversation(uid);
      if (conversation.status === 'error') conversation.status = 'loading';
      invalidateConversation(core, uid);
      void conversation.refreshTask.run();
    },
  };
}

function setMutedLocally(core: ChatCore, uid: string, isMuted: boolean): void {
  updatePartnerEntry(core, uid, (entry) => ({
    ...entry,
    latestAnswer: entry.latestAnswer && { ...entry.latestAnswer, muted: isMuted },
  }));
}

async function setMuted(core: ChatCore, uid: string, isMuted: boolean): Promise<void> {
  const mutedBefore = partnerEntryOf(core, uid).latestAnswer?.muted ?? false;
  setMutedLocally(core, uid, isMuted);
  try {
    await core.ports.api.setMuted(uid, isMuted);
  } catch (error) {
    setMutedLocally(core, uid, mutedBefore);
    throw error;
  }
}

function chatViews(core: ChatCore): Pick<ChatStore, 'partners' | 'conversation' | 'connection'> {
  return {
    connection: () => core.ports.connection.getState(),
    partners: () => {
      core.viewCache.list ??= buildPartnersView(core);
      return core.viewCache.list;
    },
    conversation: (uid) => {
      const view = core.viewCache.conversations.get(uid) ?? buildConversationView(core, uid);
      core.viewCache.conversations.set(uid, view);
      return view;
    },
  };
}

/** Creates the chat of a person; `onChange` is called whenever a view may have changed. */
export function openPersonChat(ownUid: string, ports: ChatPorts, onChange: () => void): PersonChat {
  const core = createChatCore(ownUid, ports, onChange);
  const sync = createConversationSync(core);
  const sending = createMessageSending({ core, stored: sync.take, refused: sync.reloadPartner });
  const typing = createTypingSender(core);
  const stopFollowing = followConnection({ core, sync, sending });
  return {
    ...chatViews(core),
    ...messageActions(core, sending, typing),
    ...conversationActions(core, sync),
    loadOlder: async (uid) => {
      const conversation = core.conversations.get(uid);
      if (conversation) await loadOlderMessages(core, conversation);
    },
    loadMorePartners: () => loadMorePartners(core),
    typing: typing.typing,
    hasUnstoredMessages: () =>
      [...core.waitingMessages.values()].some(({ storage }) => storage !== 'yes'),
    hasUnsentMessages: () => core.waitingMessages.size > 0,
    setMuted: (uid, isMuted) => setMuted(core, uid, isMuted),
    stop: () => {
      core.ended = true;
      stopFollowing();
      sync.stop();
    },
  };
}
