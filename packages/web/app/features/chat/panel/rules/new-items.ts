import type { ChatItem } from '../../model/views/views.ts';

/** The messages after the one that was last before; none if that one is gone. */
export function itemsAfter(items: readonly ChatItem[], lastId: string | null): readonly ChatItem[] {
  const at = items.findLastIndex(({ id }) => id === lastId);
  return at < 0 ? [] : items.slice(at + 1);
}

/** Whether the person has just sent something from here: then they want to see it. */
export function hasUnsentMessage(items: readonly ChatItem[]): boolean {
  return items.some(({ state }) => state === 'sending' || state === 'queued');
}

/** The partner's messages among them. */
export function receivedItems(items: readonly ChatItem[]): readonly ChatItem[] {
  return items.filter(({ state }) => state === 'received');
}
