import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeMessage } from '../testing/fake-messages.ts';
import {
  addMessage,
  addPage,
  emptyThread,
  lastSeqBeforeGap,
  type MessageThread,
  messagesInOrder,
  newestGap,
  oldestMessageUnlessBeginning,
} from './thread.ts';

const messageSeqs = (thread: MessageThread) => messagesInOrder(thread).map(({ seq }) => seq);

/** The server's answer for a conversation with `totalCount` messages. */
function historyPage(totalCount: number, limit: number, beforeSeq: number | null = null) {
  const newestSeq = beforeSeq === null ? totalCount : beforeSeq - 1;
  const count = Math.min(limit, newestSeq);
  return {
    messages: Array.from({ length: count }, (_, index) => makeMessage(newestSeq - index)),
    before: beforeSeq === null ? null : makeMessage(beforeSeq),
    limit,
  };
}

describe('a thread', () => {
  it('knows whether older messages may exist', () => {
    const threadOfFifteen = addPage(emptyThread, historyPage(40, 15));
    expect(messageSeqs(threadOfFifteen)).toEqual(
      Array.from({ length: 15 }, (_, index) => 26 + index),
    );
    expect(oldestMessageUnlessBeginning(threadOfFifteen)?.seq).toBe(26);
    expect(oldestMessageUnlessBeginning(addPage(emptyThread, historyPage(3, 15)))).toBeNull();
    expect(oldestMessageUnlessBeginning(addPage(emptyThread, historyPage(15, 15)))).toBeNull();
    expect(oldestMessageUnlessBeginning(addPage(emptyThread, historyPage(0, 15)))).toBeNull();
  });

  it('detects a gap and closes it with the page before', () => {
    const threadWithGap = addMessage(addPage(emptyThread, historyPage(5, 15)), makeMessage(9));
    expect(newestGap(threadWithGap)).toEqual({ nextMessage: makeMessage(9), size: 3 });
    expect(lastSeqBeforeGap(threadWithGap)).toBe(5);
    const filledThread = addPage(threadWithGap, historyPage(9, 3, 9));
    expect(newestGap(filledThread)).toBeNull();
    expect(lastSeqBeforeGap(filledThread)).toBe(9);
    expect(messageSeqs(filledThread)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it('detects that the first message is missing', () => {
    const threadWithGap = addMessage(addPage(emptyThread, historyPage(0, 15)), makeMessage(2));
    expect(newestGap(threadWithGap)).toEqual({ nextMessage: makeMessage(2), size: 1 });
  });

  it('accepts a number that the server has never assigned', () => {
    const threadWithGap = addMessage(addPage(emptyThread, historyPage(5, 15)), makeMessage(8));
    const updatedThread = addPage(threadWithGap, {
      messages: [makeMessage(5)],
      before: makeMessage(8),
      limit: 2,
    });
    expect(newestGap(updatedThread)).toBeNull();
    expect(oldestMessageUnlessBeginning(updatedThread)).toBeNull();
  });

  it('drops the messages before a gap that is too wide to fill', () => {
    const threadWithWideGap = addMessage(
      addPage(emptyThread, historyPage(5, 15)),
      makeMessage(5_000),
    );
    expect(messageSeqs(threadWithWideGap)).toEqual([5_000]);
    expect(newestGap(threadWithWideGap)).toBeNull();
    expect(oldestMessageUnlessBeginning(threadWithWideGap)?.seq).toBe(5_000);
  });

  it('keeps each message once, and returns the same thread when nothing is new', () => {
    const thread = addPage(emptyThread, historyPage(5, 15));
    expect(addMessage(thread, makeMessage(4))).toBe(thread);
    expect(messageSeqs(addPage(thread, historyPage(5, 15)))).toEqual([1, 2, 3, 4, 5]);
  });

  it('is complete and in order, whatever arrives in which order', () => {
    const stepsArbitrary = fc.array(
      fc.oneof(
        fc.record({ live: fc.integer({ min: 1, max: 60 }) }),
        fc.record({
          pageOf: fc.integer({ min: 0, max: 60 }),
          limit: fc.integer({ min: 1, max: 20 }),
        }),
      ),
      { maxLength: 30 },
    );
    fc.assert(
      fc.property(stepsArbitrary, (steps) => {
        let thread = addPage(emptyThread, historyPage(10, 15));
        let total = 10;
        for (const step of steps) {
          if ('live' in step) {
            total = Math.max(total, step.live);
            thread = addMessage(thread, makeMessage(step.live));
          } else {
            total = Math.max(total, step.pageOf);
            thread = addPage(thread, historyPage(step.pageOf, step.limit));
          }
        }
        for (let gap = newestGap(thread); gap; gap = newestGap(thread))
          thread = addPage(thread, historyPage(total, Math.min(gap.size, 7), gap.nextMessage.seq));
        for (
          let oldestMessage = oldestMessageUnlessBeginning(thread);
          oldestMessage;
          oldestMessage = oldestMessageUnlessBeginning(thread)
        )
          thread = addPage(thread, historyPage(total, 15, oldestMessage.seq));
        expect(messageSeqs(thread)).toEqual(Array.from({ length: total }, (_, index) => index + 1));
      }),
    );
  });
});
