import { type ChatCore, invalidateConversation, type WaitingMessage } from '../sync/core.ts';
import { type OutgoingMessage, sortOldestFirst } from './outgoing.ts';

function setWaitingMessage(core: ChatCore, message: WaitingMessage): void {
  const { id, receiverId } = message.outgoing;
  if (core.sentOrDiscardedIds.has(id)) return;
  core.waitingMessages.set(id, message);
  invalidateConversation(core, receiverId);
}

/** Adds to the queue a message that the device's storage contains. */
export function addStoredMessage(core: ChatCore, outgoing: OutgoingMessage): void {
  if (core.waitingMessages.get(outgoing.id)?.storage !== 'writing')
    setWaitingMessage(core, { outgoing, storage: 'yes' });
}

/** Removes a queued message that the server has stored or the person has discarded. */
export function removeWaitingMessage(core: ChatCore, messageId: string): void {
  core.sentOrDiscardedIds.add(messageId);
  const removedMessage = core.waitingMessages.get(messageId);
  if (!removedMessage) return;
  core.waitingMessages.delete(messageId);
  invalidateConversation(core, removedMessage.outgoing.receiverId);
}

/**
 * Shows a message and stores it on this device; resolves to whether it was stored. A message that could not be stored
 * is queued in this tab only.
 */
export async function storeOutgoing(core: ChatCore, outgoing: OutgoingMessage): Promise<boolean> {
  setWaitingMessage(core, { outgoing, storage: 'writing' });
  const isStored = await core.ports.outbox.put(outgoing).then(
    () => true,
    () => false,
  );
  // The message may have been discarded or replaced while it was being stored; its state is then left alone.
  if (core.waitingMessages.get(outgoing.id)?.outgoing === outgoing && !core.ended)
    setWaitingMessage(core, { outgoing, storage: isStored ? 'yes' : 'no' });
  return isStored;
}

/** Removes a message from the screen and from the device. */
export async function removeOutgoing(core: ChatCore, messageId: string): Promise<void> {
  removeWaitingMessage(core, messageId);
  // A message that could not be removed is sent again later. The server recognises its id and stores it once.
  await core.ports.outbox.remove(messageId).catch(() => undefined);
}

/** Removes the queued messages that the server has stored. */
export function removeDelivered(
  core: ChatCore,
  storedMessages: ReadonlyMap<string, unknown>,
): void {
  for (const id of [...core.waitingMessages.keys()])
    if (storedMessages.has(id)) void removeOutgoing(core, id);
}

/** The queued messages of one conversation, oldest first. */
export function waitingMessagesTo(core: ChatCore, uid: string): WaitingMessage[] {
  const outgoingMessages = [...core.waitingMessages.values()].map(({ outgoing }) => outgoing);
  const conversationMessages = sortOldestFirst(
    outgoingMessages.filter(({ receiverId }) => receiverId === uid),
  );
  return conversationMessages.flatMap(({ id }) => core.waitingMessages.get(id) ?? []);
}

/**
 * Synchronizes the queue with the device's storage, including messages that another tab has sent or discarded. If the
 * storage fails, the queue of this tab stays as it is.
 */
export async function syncWithOutbox(core: ChatCore): Promise<void> {
  const idsBefore = new Set(core.waitingMessages.keys());
  const storedMessages = await core.ports.outbox.list(core.ownUid).catch(() => null);
  if (!storedMessages || core.ended) return;
  const ids = new Set(storedMessages.map(({ id }) => id));
  for (const [id, waiting] of core.waitingMessages)
    if (waiting.storage === 'yes' && idsBefore.has(id) && !ids.has(id))
      removeWaitingMessage(core, id);
  for (const outgoing of storedMessages) addStoredMessage(core, outgoing);
}
