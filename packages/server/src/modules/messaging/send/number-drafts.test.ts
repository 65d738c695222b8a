import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type MessageDraft, pairKey, type StoredMessage } from '../stored-message.ts';
import { type BatchState, numberDrafts, type PairState } from './number-drafts.ts';

const emptySide = { lastSentSeq: 0, readSeq: 0, systemSeq: 0, muted: false };
const pairState: PairState = {
  conversationId: 'c',
  lastSeq: 0,
  lastSentAt: null,
  low: emptySide,
  high: emptySide,
  isSendingImpossible: false,
};

const batchState = (pair: Partial<PairState>, more: Partial<BatchState> = {}): BatchState => ({
  pairs: new Map([[pairKey('a', 'b'), { ...pairState, ...pair }]]),
  inboxes: new Map([
    ['a', 10],
    ['b', 20],
  ]),
  replays: new Map(),
  now: Date.UTC(2026, 10, 22),
  ...more,
});

let draftCount = 0;
const messageDraft = (
  senderId: string,
  receiverId: string,
  more: Partial<MessageDraft> = {},
): MessageDraft => {
  draftCount += 1;
  return { id: `m${draftCount}`, senderId, receiverId, message: 'oi', origin: 'o', ...more };
};

const numberOf = (drafts: readonly MessageDraft[], given: BatchState) =>
  numberDrafts(drafts, given, () => `new${drafts.length}`);

describe('numbers', () => {
  it('have no gaps and increasing times, in any order of senders', () => {
    const people = ['a', 'b', 'c', 'd'] as const;
    const person = fc.constantFrom(...people);
    const wish = fc.record({ from: person, to: person });
    fc.assert(
      fc.property(fc.array(fc.array(wish), { maxLength: 5 }), (batches) => {
        const pairs = new Map<string, PairState>();
        const inboxes = new Map<string, number>();
        const stored: StoredMessage[] = [];
        for (const [turn, wishes] of batches.entries()) {
          for (const a of people)
            for (const b of people)
              if (!pairs.has(pairKey(a, b)) && a !== b)
                pairs.set(pairKey(a, b), { ...pairState, conversationId: null });
          const drafts = wishes.map(({ from, to }) => messageDraft(from, to));
          const batch = numberDrafts(
            drafts,
            // The clock sometimes goes back.
            { pairs, inboxes, replays: new Map(), now: turn % 2 ? 1000 : 5000 },
            () => `c${turn}`,
          );
          expect(batch.outcomes.map(({ ok }) => ok)).toEqual(
            wishes.map(({ from, to }) => from !== to),
          );
          stored.push(...batch.stored.map(({ entry }) => entry));
          for (const [uid, n] of batch.inboxes) inboxes.set(uid, n);
          for (const one of batch.conversations)
            pairs.set(pairKey(one.lowId, one.highId), {
              conversationId: one.id,
              lastSeq: one.lastSeq,
              lastSentAt: one.lastSentAt,
              low: { ...emptySide, lastSentSeq: one.lowSaid },
              high: { ...emptySide, lastSentSeq: one.highSaid },
              isSendingImpossible: false,
            });
        }
        for (const uid of people) {
          const own = stored.flatMap(({ message, senderN, receiverN }) => [
            ...(message.senderId === uid ? [senderN] : []),
            ...(message.receiverId === uid ? [receiverN] : []),
          ]);
          expect(own).toEqual(own.map((_, index) => index + 1));
        }
        const talks = Map.groupBy(stored, ({ message: { senderId, receiverId } }) =>
          pairKey(senderId, receiverId),
        );
        for (const talk of talks.values()) {
          expect(talk.map(({ message }) => message.seq)).toEqual(talk.map((_, n) => n + 1));
          const times = talk.map(({ message }) => Date.parse(message.sentAt));
          expect(times.every((at, n) => n === 0 || at > (times[n - 1] ?? 0))).toBe(true);
        }
      }),
    );
  });
});

describe('refused', () => {
  it('is a draft without a pair, across a block or to oneself, and uses no number', () => {
    const refusedAll = numberOf(
      [messageDraft('a', 'x'), messageDraft('a', 'a')],
      batchState({}, { pairs: new Map([[pairKey('a', 'a'), pairState]]) }),
    );
    const apart = numberOf([messageDraft('a', 'b')], batchState({ isSendingImpossible: true }));
    for (const { outcomes, stored, inboxes, conversations } of [refusedAll, apart]) {
      expect(new Set(outcomes.map((one) => !one.ok && one.code))).toEqual(
        new Set(['message_refused']),
      );
      expect([stored, [...inboxes], conversations]).toEqual([[], [], []]);
    }
  });

  it('is another message with a known id; the same one is answered again, even across a block', () => {
    const known = numberOf([messageDraft('a', 'b', { id: 'k' })], batchState({})).stored[0]?.entry;
    if (!known) throw new Error('nothing stored');
    const given = batchState({ isSendingImpossible: true }, { replays: new Map([['k', known]]) });
    const { outcomes, stored } = numberOf(
      [
        messageDraft('a', 'b', { id: 'k' }),
        messageDraft('a', 'b', { id: 'k', message: 'ei' }),
        messageDraft('b', 'a', { id: 'k' }),
        messageDraft('a', 'c', { id: 'k' }),
      ],
      given,
    );
    expect(outcomes.map((one) => (one.ok ? one.value : one.code))).toEqual([
      known,
      ...Array(3).fill('message_id_taken'),
    ]);
    expect(stored).toEqual([]);
  });
});

describe('a conversation becomes unread', () => {
  const unread = (pair: Partial<PairState>, ...drafts: MessageDraft[]) =>
    numberOf(drafts, batchState(pair)).unread.map(({ receiverId }) => receiverId);

  it('by the first message after everything was read, once', () => {
    const read = {
      lastSeq: 4,
      low: { ...emptySide, lastSentSeq: 4 },
      high: { ...emptySide, readSeq: 4 },
    };
    expect(unread(read, messageDraft('a', 'b'), messageDraft('a', 'b'))).toEqual(['b']);
    expect(unread(read, messageDraft('b', 'a'))).toEqual(['a']);
    expect(unread({}, messageDraft('a', 'b'), messageDraft('b', 'a'))).toEqual(['b', 'a']);
  });

  it('not by a further one, and not when the conversation is muted', () => {
    const waiting = {
      lastSeq: 4,
      low: { ...emptySide, lastSentSeq: 4 },
      high: { ...emptySide, readSeq: 3 },
    };
    expect(unread(waiting, messageDraft('a', 'b'))).toEqual([]);
    const muted = { lastSeq: 4, low: { ...emptySide, lastSentSeq: 4 } };
    expect(
      unread({ ...muted, high: { ...emptySide, readSeq: 4, muted: true } }, messageDraft('a', 'b')),
    ).toEqual([]);
  });

  it('not by a system message, but by the first message after one, once', () => {
    expect(
      unread(
        {},
        messageDraft('a', 'b', { system: true }),
        messageDraft('a', 'b'),
        messageDraft('a', 'b'),
      ),
    ).toEqual(['b']);
    const greeted = { lastSeq: 4, low: { ...emptySide, lastSentSeq: 4, systemSeq: 4 } };
    expect(unread(greeted, messageDraft('a', 'b'))).toEqual(['b']);
    const answered = { lastSeq: 5, low: { ...emptySide, lastSentSeq: 5, systemSeq: 4 } };
    expect(unread(answered, messageDraft('a', 'b'))).toEqual([]);
  });
});
