import { loadMorePartners } from './partners/partner-list.ts';
import type { ChatPorts } from './ports.ts';
import { type Outgoing, textToSend } from './sending/outgoing.ts';
import { createMessageSending, type Sending } from './sending/sending.ts';
import { keep, release } from './sending/waiting.ts';
import { type ConversationSync, openConversationSync } from './sync/conversation-sync.ts';
import {
  type ChatCore,
  changeEntry,
  createChatCore,
  partnerEntryOf,
  touch,
  touchList,
} from './sync/core.ts';
import { followConnection } from './sync/follow-connection.ts';
import { readOlder } from './sync/history.ts';
import { markVisibleRead } from './sync/read-marks.ts';
import { createTypingSender, type TypingSender } from './sync/typing.ts';
import { buildConversation, buildPartners } from './views/build-views.ts';
import type { ChatStore } from './views/views.ts';

/** The chat of one person, until it is stopped. */
export interface PersonChat extends Omit<ChatStore, 'subscribe'> {
  stop(): void;
}

/** Keeps a message on the device, then sends it: a closed tab loses nothing. */
async function hand(core: ChatCore, sending: Sending, outgoing: Outgoing): Promise<void> {
  if (await keep(core, outgoing)) core.ports.tabs.post({ kind: 'waiting', outgoing });
  sending.drain(outgoing.receiverId);
}

function writing(
  core: ChatCore,
  sending: Sending,
  typing: TypingSender,
): Pick<ChatStore, 'send' | 'retry' | 'discard'> {
  let last = 0;
  return {
    send: (uid, typed) => {
      const checked = textToSend(typed);
      if ('code' in checked) return checked;
      // A message written later sorts later, even when the clock was set back.
      last = Math.max(last + 1, Math.floor(core.ports.now()));
      const id = core.ports.newId();
      const outgoing = { id, owner: core.me, receiverId: uid, text: checked.text };
      void hand(core, sending, { ...outgoing, writtenAt: last, failure: null });
      typing.messageSent(uid);
      return null;
    },
    retry: (_uid, id) => {
      const outgoing = core.waiting.get(id)?.outgoing;
      if (!outgoing?.failure) return;
      // The server refuses an id that another message has, so the retry gets a new one.
      const taken = outgoing.failure.code === 'message_id_taken';
      if (taken) void release(core, id);
      const next = taken ? core.ports.newId() : id;
      void hand(core, sending, { ...outgoing, id: next, failure: null });
    },
    discard: (_uid, id) => {
      if (!core.waiting.has(id)) return;
      void release(core, id);
      core.ports.tabs.post({ kind: 'discarded', id });
    },
  };
}

function onScreen(
  core: ChatCore,
  sync: ConversationSync,
): Pick<ChatStore, 'open' | 'close' | 'reload'> {
  return {
    open: (uid) => {
      const conversation = sync.conversation(uid);
      conversation.open += 1;
      conversation.unmarked = true;
      if (conversation.status === 'ready' && !conversation.stale)
        markVisibleRead(core, conversation);
      else void conversation.refresh.run();
    },
    close: (uid) => {
      const conversation = core.conversations.get(uid);
      if (conversation && conversation.open > 0) conversation.open -= 1;
    },
    reload: (uid) => {
      if (uid === undefined) {
        if (core.list.status === 'error') core.list.status = 'loading';
        touchList(core);
        void sync.list.run();
        return;
      }
      const conversation = sync.conversation(uid);
      if (conversation.status === 'error') conversation.status = 'loading';
      touch(core, uid);
      void conversation.refresh.run();
    },
  };
}

function withMuted(core: ChatCore, uid: string, muted: boolean): void {
  changeEntry(core, uid, (entry) => ({ ...entry, base: entry.base && { ...entry.base, muted } }));
}

async function setMuted(core: ChatCore, uid: string, on: boolean): Promise<void> {
  const before = partnerEntryOf(core, uid).base?.muted ?? false;
  withMuted(core, uid, on);
  try {
    await core.ports.api.setMuted(uid, on);
  } catch (error) {
    withMuted(core, uid, before);
    throw error;
  }
}

function shown(core: ChatCore): Pick<ChatStore, 'partners' | 'conversation' | 'connection'> {
  return {
    connection: () => core.ports.connection.getState(),
    partners: () => {
      core.shown.list ??= buildPartners(core);
      return core.shown.list;
    },
    conversation: (uid) => {
      const view = core.shown.conversations.get(uid) ?? buildConversation(core, uid);
      core.shown.conversations.set(uid, view);
      return view;
    },
  };
}

/** Opens the chat of a person; `changed` is called whenever a view may have changed. */
export function openChat(me: string, ports: ChatPorts, changed: () => void): PersonChat {
  const core = createChatCore(me, ports, changed);
  const sync = openConversationSync(core);
  const sending = createMessageSending({ core, stored: sync.take, refused: sync.askPartner });
  const typing = createTypingSender(core);
  const unfollow = followConnection({ core, sync, sending });
  return {
    ...shown(core),
    ...writing(core, sending, typing),
    ...onScreen(core, sync),
    loadOlder: async (uid) => {
      const conversation = core.conversations.get(uid);
      if (conversation) await readOlder(core, conversation);
    },
    loadMorePartners: () => loadMorePartners(core),
    typing: typing.typing,
    setMuted: (uid, on) => setMuted(core, uid, on),
    stop: () => {
      core.ended = true;
      unfollow();
      sync.stop();
    },
  };
}
