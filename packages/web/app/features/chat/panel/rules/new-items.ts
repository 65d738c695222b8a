import type { ChatItem, ConversationView } from '../../model/views/views.ts';

/** What has changed in a conversation since the view before. */
export interface NewItems {
  /** New messages of the partner. */
  readonly received: readonly ChatItem[];
  /** Own messages that could not be sent. */
  readonly failed: readonly ChatItem[];
  /** Whether the person has written a message that is not stored yet. */
  readonly hasUnsent: boolean;
}

const isUnsent = ({ state }: ChatItem) => state === 'sending' || state === 'queued';

/**
 * Creates a function that gets each view of one conversation and finds what is new in it. Messages that are there when
 * the history has been loaded are not new, and neither are older ones loaded later.
 *
 * The partner's messages are compared by their number and not by their place, because own messages that wait or failed
 * stay below all stored ones, and an own message may be stored before an earlier one of the partner arrives.
 */
export function createNewItemFinder(): (
  view: Pick<ConversationView, 'items' | 'status'>,
) => NewItems {
  let itemsBefore: readonly ChatItem[] | null = null;
  let seenSeq: number | null = null;
  const findReceived = (items: readonly ChatItem[]) => {
    if (seenSeq === null) {
      seenSeq = items.findLast(({ seq }) => seq !== null)?.seq ?? 0;
      return [];
    }
    const lastSeq = seenSeq;
    const received = items.filter(
      ({ state, seq }) => state === 'received' && seq !== null && seq > lastSeq,
    );
    seenSeq = received.at(-1)?.seq ?? lastSeq;
    return received;
  };
  return ({ items, status }) => {
    const before = new Map((itemsBefore ?? items).map((item) => [item.id, item]));
    itemsBefore = items;
    return {
      received: status === 'ready' ? findReceived(items) : [],
      failed: items.filter((item) => {
        const itemBefore = before.get(item.id);
        return item.state === 'failed' && itemBefore !== undefined && isUnsent(itemBefore);
      }),
      hasUnsent: items.some((item) => isUnsent(item) && !before.has(item.id)),
    };
  };
}
