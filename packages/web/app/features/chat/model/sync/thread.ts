import type { Message } from '@guilda/contract/chat/messaging';

/** A range of message numbers without gaps, both ends included; 0 stands for the conversation's beginning. */
interface SeqRange {
  readonly from: number;
  readonly to: number;
}

/** The known messages of a conversation, and the ranges of numbers that are known to be complete. */
export interface MessageThread {
  readonly byId: ReadonlyMap<string, Message>;
  /** Complete ranges that do not overlap, lowest first; messages may be missing between and before them. */
  readonly completeRanges: readonly SeqRange[];
}

/** A page of history as the server returns it: newest first, with messages older than `before`. */
export interface HistoryPage {
  readonly messages: readonly Message[];
  /** The message before which the page ends; null for the newest page. */
  readonly before: Message | null;
  /** The requested page size. A page with fewer messages contains the beginning of the conversation. */
  readonly limit: number;
}

/** A gap of more messages than this is not filled; messages before it are loaded again when the person scrolls up. */
const MAX_FILLED_GAP = 200;

export const emptyThread: MessageThread = { byId: new Map(), completeRanges: [] };

/** Extends a range that contains message 1 to the conversation's beginning (0), because no older message exists. */
const extendToBeginning = ({ from, to }: SeqRange): SeqRange => ({
  from: from <= 1 ? 0 : from,
  to,
});

function joinRanges(seqRanges: readonly SeqRange[]): SeqRange[] {
  const sortedRanges = seqRanges.map(extendToBeginning).sort((a, b) => a.from - b.from);
  const joinedRanges: SeqRange[] = [];
  for (const range of sortedRanges) {
    const lastRange = joinedRanges.at(-1);
    if (lastRange && range.from <= lastRange.to + 1)
      joinedRanges[joinedRanges.length - 1] = {
        from: lastRange.from,
        to: Math.max(lastRange.to, range.to),
      };
    else joinedRanges.push(range);
  }
  return joinedRanges;
}

/** Index of the first range after the last gap that is too wide to be filled. */
function firstRangeAfterWideGap(seqRanges: readonly SeqRange[]): number {
  let index = seqRanges.length - 1;
  for (; index > 0; index -= 1) {
    const gapSize = (seqRanges[index]?.from ?? 0) - (seqRanges[index - 1]?.to ?? 0) - 1;
    if (gapSize > MAX_FILLED_GAP) break;
  }
  return Math.max(0, index);
}

function withoutDistantMessages({ byId, completeRanges }: MessageThread): MessageThread {
  const startIndex = firstRangeAfterWideGap(completeRanges);
  if (startIndex === 0) return { byId, completeRanges };
  const rangesAfterGap = completeRanges.slice(startIndex);
  const lowestSeq = rangesAfterGap[0]?.from ?? 0;
  return {
    byId: new Map([...byId].filter(([, { seq }]) => seq >= lowestSeq)),
    completeRanges: rangesAfterGap,
  };
}

function addMessages(
  thread: MessageThread,
  messages: readonly Message[],
  newRange: SeqRange,
): MessageThread {
  const byId = new Map(thread.byId);
  for (const message of messages) byId.set(message.id, message);
  return withoutDistantMessages({
    byId,
    completeRanges: joinRanges([...thread.completeRanges, newRange]),
  });
}

/** Adds a single message; a message that is already known changes nothing. */
export function addMessage(thread: MessageThread, message: Message): MessageThread {
  if (thread.byId.has(message.id)) return thread;
  return addMessages(thread, [message], { from: message.seq, to: message.seq });
}

/** Adds a page of history; messages received since the request stay. */
export function addPage(
  thread: MessageThread,
  { messages, before, limit }: HistoryPage,
): MessageThread {
  const reachesBeginning = messages.length < limit;
  const to = before ? before.seq - 1 : (messages[0]?.seq ?? 0);
  return addMessages(thread, messages, {
    from: reachesBeginning ? 0 : (messages.at(-1)?.seq ?? 0),
    to,
  });
}

export interface ThreadGap {
  /** The first message after the gap; the missing messages are older. */
  readonly nextMessage: Message;
  readonly size: number;
}

const messageWithSeq = (thread: MessageThread, seq: number): Message | null => {
  for (const message of thread.byId.values()) if (message.seq === seq) return message;
  return null;
};

/** The newest gap between known messages; null if there is none. */
export function newestGap(thread: MessageThread): ThreadGap | null {
  const [above, below] = [thread.completeRanges.at(-1), thread.completeRanges.at(-2)];
  if (!above || !below) return null;
  const nextMessage = messageWithSeq(thread, above.from);
  return nextMessage && { nextMessage, size: above.from - below.to - 1 };
}

/** The oldest known message that may have older ones before it; null when the conversation's beginning is loaded. */
export function oldestMessageUnlessBeginning(thread: MessageThread): Message | null {
  const lowestRange = thread.completeRanges[0];
  return lowestRange && lowestRange.from > 0 ? messageWithSeq(thread, lowestRange.from) : null;
}

/** The number of the newest message before which none is missing, from the oldest known one on; 0 without messages. */
export const lastSeqBeforeGap = ({ completeRanges }: MessageThread): number =>
  completeRanges[0]?.to ?? 0;

/** The known messages in the order of their numbers. */
export function messagesInOrder(thread: MessageThread): Message[] {
  return [...thread.byId.values()].sort((a, b) => a.seq - b.seq);
}
