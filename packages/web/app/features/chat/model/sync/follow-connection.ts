import type { ServerPayload } from '@guilda/contract/socket';
import type { TabMessage } from '../ports.ts';
import type { MessageSending } from '../sending/sending.ts';
import { addStoredMessage, removeWaitingMessage } from '../sending/waiting.ts';
import type { ConversationSync } from './conversation-sync.ts';
import { type ChatCore, invalidateConversation, invalidateList, isOnline } from './core.ts';
import { applyReadMark, markReadIfVisible } from './read-marks.ts';
import { showTyping } from './typing.ts';

/** How long the first load of the list waits for the connection, in ms, because connecting reloads the list anyway. */
const MAX_CONNECTION_WAIT_MS = 1_000;

interface FollowConnectionDeps {
  readonly core: ChatCore;
  readonly sync: ConversationSync;
  readonly sending: MessageSending;
}

/** Reloads the list and the shown conversations, which may have changed while offline, and sends queued messages. */
function loadMissedMessages({ core, sync, sending }: FollowConnectionDeps): void {
  void sync.listTask.run();
  for (const conversation of core.conversations.values()) {
    if (conversation.mountedCount > 0) void conversation.refreshTask.run();
    else conversation.isStale = true;
    if (conversation.unsentReadSeq !== null && conversation.mountedCount === 0)
      void conversation.markReadTask.run();
  }
  void sending.resume();
}

function applyTabMessage(
  { core, sync, sending }: FollowConnectionDeps,
  tabMessage: TabMessage,
): void {
  if (tabMessage.kind === 'stored') sync.take(tabMessage.message);
  else if (tabMessage.kind === 'discarded') removeWaitingMessage(core, tabMessage.id);
  else if (tabMessage.outgoing.owner === core.ownUid) {
    addStoredMessage(core, tabMessage.outgoing);
    sending.drain(tabMessage.outgoing.receiverId);
  }
}

/**
 * Whether a conversation that this person has read, on any device, may be in the number of unread ones beyond the loaded
 * pages: its page is not loaded, or the server may have counted it before it was marked.
 */
const mayBeCountedBeyondList = (
  { ownUid, list }: FollowConnectionDeps['core'],
  { readerId, otherId }: ServerPayload<'messagesRead'>,
): boolean =>
  readerId === ownUid &&
  list.cursor !== null &&
  (list.isCountUncertain || !list.pagedPartners.some(({ uid }) => uid === otherId));

function subscribeToServer({ core, sync }: FollowConnectionDeps): (() => void)[] {
  const { connection } = core.ports;
  return [
    connection.on('receiveMessage', (message) => sync.take(message)),
    connection.on('messagesRead', (readMark) => {
      applyReadMark(core, readMark);
      if (mayBeCountedBeyondList(core, readMark)) void sync.countTask.run();
    }),
    connection.on('userTyping', ({ senderId }) => {
      const conversation = core.conversations.get(senderId);
      if (conversation) showTyping(core, conversation);
    }),
    connection.on('conversationChanged', ({ otherId }) => {
      if (core.partnerEntries.has(otherId)) sync.reloadPartner(otherId);
      else if (core.list.cursor !== null) void sync.countTask.run();
    }),
  ];
}

/** Reacts to the connection, the other tabs and this tab's visibility, until the returned function is called. */
export function followConnection(deps: FollowConnectionDeps): () => void {
  const { core, sync, sending } = deps;
  const { connection, tabs, visibility, scheduleAfter } = core.ports;
  let wasOnline = false;
  const onConnectionChange = () => {
    const isNowOnline = isOnline(core);
    if (isNowOnline && !wasOnline) loadMissedMessages(deps);
    wasOnline = isNowOnline;
    // Whether an unsent message is shown as queued or as sending depends on the connection.
    for (const { outgoing } of core.waitingMessages.values())
      invalidateConversation(core, outgoing.receiverId);
    invalidateList(core);
  };
  const stopFunctions = [
    ...subscribeToServer(deps),
    connection.subscribe(onConnectionChange),
    tabs.subscribe((tabMessage) => applyTabMessage(deps, tabMessage)),
    visibility.onVisible(() => {
      for (const conversation of core.conversations.values()) markReadIfVisible(core, conversation);
    }),
    scheduleAfter(MAX_CONNECTION_WAIT_MS, () => {
      if (!wasOnline) void sync.listTask.run();
    }),
  ];
  onConnectionChange();
  if (!wasOnline) void sending.resume();
  return () => {
    for (const stop of stopFunctions) stop();
  };
}
