import type { ChatItem } from '../../model/views/views.ts';

/** The messages after the one that was last before; none if that one is gone. */
export function itemsAfter(items: readonly ChatItem[], lastId: string | null): readonly ChatItem[] {
  const at = items.findLastIndex(({ id }) => id === lastId);
  return at < 0 ? [] : items.slice(at + 1);
}

/** Whether one of the items is an own message that was just sent, to which the log scrolls. */
export function hasUnsentMessage(items: readonly ChatItem[]): boolean {
  return items.some(({ state }) => state === 'sending' || state === 'queued');
}

/** The items that the partner sent. */
export function receivedItems(items: readonly ChatItem[]): readonly ChatItem[] {
  return items.filter(({ state }) => state === 'received');
}
