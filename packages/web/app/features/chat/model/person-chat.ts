import { buildConversation, buildPartners } from './build-views.ts';
import { type Core, changeEntry, entryOf, makeCore, touch, touchList } from './core.ts';
import { type Desk, openDesk } from './desk.ts';
import { followLine } from './follow-line.ts';
import { readOlder } from './history.ts';
import { type Outgoing, textToSend } from './outgoing.ts';
import { loadMorePartners } from './partner-list.ts';
import type { ChatPorts } from './ports.ts';
import { readWhatShows } from './read-marks.ts';
import { createSending, type Sending } from './sending.ts';
import { createTypingTeller } from './typing.ts';
import type { Chat } from './views.ts';
import { keep, release } from './waiting.ts';

/** The chat of one person, until it is stopped. */
export interface PersonChat extends Omit<Chat, 'subscribe'> {
  stop(): void;
}

/** Keeps a message on the device, then sends it: a closed tab loses nothing. */
async function hand(core: Core, sending: Sending, outgoing: Outgoing): Promise<void> {
  if (await keep(core, outgoing)) core.ports.tabs.tell({ kind: 'waiting', outgoing });
  sending.drain(outgoing.receiverId);
}

function writing(core: Core, sending: Sending): Pick<Chat, 'send' | 'retry' | 'discard'> {
  let last = 0;
  return {
    send: (uid, typed) => {
      const checked = textToSend(typed);
      if ('code' in checked) return checked;
      // What is written later stands later, even when the clock is set back.
      last = Math.max(last + 1, Math.floor(core.ports.now()));
      const id = core.ports.newId();
      const outgoing = { id, owner: core.me, receiverId: uid, text: checked.text };
      void hand(core, sending, { ...outgoing, writtenAt: last, failure: null });
      return null;
    },
    retry: (_uid, id) => {
      const outgoing = core.waiting.get(id)?.outgoing;
      if (!outgoing?.failure) return;
      // An id that another message bears would be refused for ever.
      const taken = outgoing.failure.code === 'message_id_taken';
      if (taken) void release(core, id);
      const next = taken ? core.ports.newId() : id;
      void hand(core, sending, { ...outgoing, id: next, failure: null });
    },
    discard: (_uid, id) => {
      if (!core.waiting.has(id)) return;
      void release(core, id);
      core.ports.tabs.tell({ kind: 'discarded', id });
    },
  };
}

function onScreen(core: Core, desk: Desk): Pick<Chat, 'open' | 'close' | 'reload'> {
  return {
    open: (uid) => {
      const conversation = desk.conversation(uid);
      conversation.open += 1;
      conversation.unmarked = true;
      if (conversation.status === 'ready' && !conversation.stale) readWhatShows(core, conversation);
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
        void desk.list.run();
        return;
      }
      const conversation = desk.conversation(uid);
      if (conversation.status === 'error') conversation.status = 'loading';
      touch(core, uid);
      void conversation.refresh.run();
    },
  };
}

function withMuted(core: Core, uid: string, muted: boolean): void {
  changeEntry(core, uid, (entry) => ({ ...entry, base: entry.base && { ...entry.base, muted } }));
}

async function setMuted(core: Core, uid: string, on: boolean): Promise<void> {
  const before = entryOf(core, uid).base?.muted ?? false;
  withMuted(core, uid, on);
  try {
    await core.ports.api.setMuted(uid, on);
  } catch (error) {
    withMuted(core, uid, before);
    throw error;
  }
}

function shown(core: Core): Pick<Chat, 'partners' | 'conversation' | 'connection'> {
  return {
    connection: () => core.ports.line.getState(),
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
  const core = makeCore(me, ports, changed);
  const desk = openDesk(core);
  const sending = createSending({ core, stored: desk.take, refused: desk.askPartner });
  const unfollow = followLine({ core, desk, sending });
  return {
    ...shown(core),
    ...writing(core, sending),
    ...onScreen(core, desk),
    loadOlder: async (uid) => {
      const conversation = core.conversations.get(uid);
      if (conversation) await readOlder(core, conversation);
    },
    loadMorePartners: () => loadMorePartners(core),
    typing: createTypingTeller(core),
    setMuted: (uid, on) => setMuted(core, uid, on),
    stop: () => {
      core.ended = true;
      unfollow();
      desk.stop();
    },
  };
}
