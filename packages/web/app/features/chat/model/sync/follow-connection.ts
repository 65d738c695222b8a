import type { TabNote } from '../ports.ts';
import type { Sending } from '../sending/sending.ts';
import { applyStored, dropWaiting } from '../sending/waiting.ts';
import type { ConversationSync } from './conversation-sync.ts';
import { type ChatCore, isOnline, touch, touchList } from './core.ts';
import { applyReadMark, markVisibleRead } from './read-marks.ts';
import { showTyping } from './typing.ts';

/** How long the first load of the list waits for the connection, in ms, so that it is not loaded twice. */
const PATIENCE_MS = 1_000;

interface Parts {
  readonly core: ChatCore;
  readonly sync: ConversationSync;
  readonly sending: Sending;
}

/** Loads what was missed while offline; messages themselves are sent again by the server. */
function catchUp({ core, sync, sending }: Parts): void {
  void sync.list.run();
  for (const conversation of core.conversations.values()) {
    if (conversation.open > 0) void conversation.refresh.run();
    else conversation.stale = true;
    if (conversation.unmarked && conversation.open === 0) void conversation.mark.run();
  }
  void sending.resume();
}

function applyTabNote({ core, sync, sending }: Parts, note: TabNote): void {
  if (note.kind === 'stored') sync.take(note.message);
  else if (note.kind === 'discarded') dropWaiting(core, note.id);
  else if (note.outgoing.owner === core.me) {
    applyStored(core, note.outgoing);
    sending.drain(note.outgoing.receiverId);
  }
}

function subscribeToServer({ core, sync }: Parts): (() => void)[] {
  const { connection } = core.ports;
  return [
    connection.on('receiveMessage', (message) => sync.take(message)),
    connection.on('messagesRead', (read) => applyReadMark(core, read)),
    connection.on('userTyping', ({ senderId }) => {
      const conversation = core.conversations.get(senderId);
      if (conversation) showTyping(core, conversation);
    }),
    connection.on('conversationChanged', ({ otherId }) => {
      if (core.entries.has(otherId)) sync.askPartner(otherId);
    }),
  ];
}

/** Follows the connection, the other tabs and this tab's visibility until the returned function is called. */
export function followConnection(parts: Parts): () => void {
  const { core, sync, sending } = parts;
  const { connection, tabs, visibility, after } = core.ports;
  let wasOnline = false;
  const look = () => {
    const online = isOnline(core);
    if (online && !wasOnline) catchUp(parts);
    wasOnline = online;
    // The state of unsent messages (queued or sending) depends on the connection.
    for (const { outgoing } of core.waiting.values()) touch(core, outgoing.receiverId);
    touchList(core);
  };
  const stops = [
    ...subscribeToServer(parts),
    connection.subscribe(look),
    tabs.subscribe((note) => applyTabNote(parts, note)),
    visibility.onVisible(() => {
      for (const conversation of core.conversations.values()) markVisibleRead(core, conversation);
    }),
    after(PATIENCE_MS, () => {
      if (!wasOnline) void sync.list.run();
    }),
  ];
  look();
  if (!wasOnline) void sending.resume();
  return () => {
    for (const stop of stops) stop();
  };
}
