import { type Core, isOnline, touch, touchList } from './core.ts';
import type { Desk } from './desk.ts';
import type { TabNote } from './ports.ts';
import { readWhatShows, takeRead } from './read-marks.ts';
import type { Sending } from './sending.ts';
import { showTyping } from './typing.ts';
import { dropWaiting, takeKept } from './waiting.ts';

/** The list waits so long for the connection, in ms, rather than be read twice. */
const PATIENCE_MS = 1_000;

interface Parts {
  readonly core: Core;
  readonly desk: Desk;
  readonly sending: Sending;
}

/** What was missed while nothing was heard: the server sends it again, and this asks for the rest. */
function catchUp({ core, desk, sending }: Parts): void {
  void desk.list.run();
  for (const conversation of core.conversations.values()) {
    if (conversation.open > 0) void conversation.refresh.run();
    else conversation.stale = true;
    if (conversation.unmarked && conversation.open === 0) void conversation.mark.run();
  }
  void sending.resume();
}

function takeNote({ core, desk, sending }: Parts, note: TabNote): void {
  if (note.kind === 'stored') desk.take(note.message);
  else if (note.kind === 'discarded') dropWaiting(core, note.id);
  else if (note.outgoing.owner === core.me) {
    takeKept(core, note.outgoing);
    sending.drain(note.outgoing.receiverId);
  }
}

function hearLine({ core, desk }: Parts): (() => void)[] {
  const { line } = core.ports;
  return [
    line.on('receiveMessage', (message) => desk.take(message)),
    line.on('messagesRead', (read) => takeRead(core, read)),
    line.on('userTyping', ({ senderId }) => {
      const conversation = core.conversations.get(senderId);
      if (conversation) showTyping(core, conversation);
    }),
    line.on('conversationChanged', ({ otherId }) => {
      if (core.entries.has(otherId)) desk.askPartner(otherId);
    }),
  ];
}

/** Follows the line, the other tabs and the tab's own sight until the returned function is called. */
export function followLine(parts: Parts): () => void {
  const { core, desk, sending } = parts;
  const { line, tabs, sight, after } = core.ports;
  let wasOnline = false;
  const look = () => {
    const online = isOnline(core);
    if (online && !wasOnline) catchUp(parts);
    wasOnline = online;
    // Whether a waiting message is queued or under way is the connection's.
    for (const { outgoing } of core.waiting.values()) touch(core, outgoing.receiverId);
    touchList(core);
  };
  const stops = [
    ...hearLine(parts),
    line.subscribe(look),
    tabs.hear((note) => takeNote(parts, note)),
    sight.onVisible(() => {
      for (const conversation of core.conversations.values()) readWhatShows(core, conversation);
    }),
    after(PATIENCE_MS, () => {
      if (!wasOnline) void desk.list.run();
    }),
  ];
  look();
  if (!wasOnline) void sending.resume();
  return () => {
    for (const stop of stops) stop();
  };
}
