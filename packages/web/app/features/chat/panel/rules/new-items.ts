import type { ChatItem } from '../../model/views/views.ts';

/** The messages after the message with `lastId`; empty if the list no longer contains that message. */
export function itemsAfter(
  chatItems: readonly ChatItem[],
  lastId: string | null,
): readonly ChatItem[] {
  const lastIndex = chatItems.findLastIndex(({ id }) => id === lastId);
  return lastIndex < 0 ? [] : chatItems.slice(lastIndex + 1);
}

/** Whether one of the messages was just sent by the person and is not stored yet; the log then scrolls to its end. */
export function hasUnsentMessage(items: readonly ChatItem[]): boolean {
  return items.some(({ state }) => state === 'sending' || state === 'queued');
}

/** The messages sent by the partner. */
export function receivedItems(items: readonly ChatItem[]): readonly ChatItem[] {
  return items.filter(({ state }) => state === 'received');
}
