import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type MessageDraft, pairKey, type StoredMessage } from '../stored-message.ts';
import { type BatchState, numberDrafts, type PairState } from './number-drafts.ts';

const emptySide = { lastSentSeq: 0, systemSeq: 0, hasUnreadMessage: false, muted: false };
const pairState: PairState = {
  conversationId: 'c',
  lastSeq: 0,
  lastSentAt: null,
  low: emptySide,
  high: emptySide,
  isSendingImpossible: false,
};

const batchState = (
  pair: Partial<PairState>,
  stateOverrides: Partial<BatchState> = {},
): BatchState => ({
  pairs: new Map([[pairKey('a', 'b'), { ...pairState, ...pair }]]),
  inboxes: new Map([
    ['a', 10],
    ['b', 20],
  ]),
  replays: new Map(),
  now: Date.UTC(2026, 10, 22),
  ...stateOverrides,
});

let draftCount = 0;
const messageDraft = (
  senderId: string,
  receiverId: string,
  draftOverrides: Partial<MessageDraft> = {},
): MessageDraft => {
  draftCount += 1;
  return {
    id: `m${draftCount}`,
    senderId,
    receiverId,
    message: 'oi',
    origin: 'o',
    ...draftOverrides,
  };
};

const numberWithState = (drafts: readonly MessageDraft[], state: BatchState) =>
  numberDrafts(drafts, state, () => `new${drafts.length}`);

describe('numbers', () => {
  it('have no gaps and increasing times, in any order of senders', () => {
    const people = ['a', 'b', 'c', 'd'] as const;
    const person = fc.constantFrom(...people);
    const pairArbitrary = fc.record({ from: person, to: person });
    fc.assert(
      fc.property(fc.array(fc.array(pairArbitrary), { maxLength: 5 }), (batches) => {
        const pairs = new Map<string, PairState>();
        const inboxes = new Map<string, number>();
        const storedMessages: StoredMessage[] = [];
        for (const [turn, directions] of batches.entries()) {
          for (const a of people)
            for (const b of people)
              if (!pairs.has(pairKey(a, b)) && a !== b)
                pairs.set(pairKey(a, b), { ...pairState, conversationId: null });
          const drafts = directions.map(({ from, to }) => messageDraft(from, to));
          const batch = numberDrafts(
            drafts,
            // The clock sometimes goes back.
            { pairs, inboxes, replays: new Map(), now: turn % 2 ? 1000 : 5000 },
            () => `c${turn}`,
          );
          expect(batch.outcomes.map(({ ok }) => ok)).toEqual(
            directions.map(({ from, to }) => from !== to),
          );
          storedMessages.push(...batch.stored.map(({ entry }) => entry));
          for (const [uid, n] of batch.inboxes) inboxes.set(uid, n);
          for (const conversation of batch.conversations)
            pairs.set(pairKey(conversation.lowId, conversation.highId), {
              conversationId: conversation.id,
              lastSeq: conversation.lastSeq,
              lastSentAt: conversation.lastSentAt,
              low: { ...emptySide, lastSentSeq: conversation.lowSaid },
              high: { ...emptySide, lastSentSeq: conversation.highSaid },
              isSendingImpossible: false,
            });
        }
        for (const uid of people) {
          const inboxNumbers = storedMessages.flatMap(({ message, senderN, receiverN }) => [
            ...(message.senderId === uid ? [senderN] : []),
            ...(message.receiverId === uid ? [receiverN] : []),
          ]);
          expect(inboxNumbers).toEqual(inboxNumbers.map((_, index) => index + 1));
        }
        const messagesByPair = Map.groupBy(
          storedMessages,
          ({ message: { senderId, receiverId } }) => pairKey(senderId, receiverId),
        );
        for (const messagesOfPair of messagesByPair.values()) {
          expect(messagesOfPair.map(({ message }) => message.seq)).toEqual(
            messagesOfPair.map((_, n) => n + 1),
          );
          const times = messagesOfPair.map(({ message }) => Date.parse(message.sentAt));
          expect(times.every((at, n) => n === 0 || at > (times[n - 1] ?? 0))).toBe(true);
        }
      }),
    );
  });
});

describe('refused', () => {
  it('is a draft without a pair, across a block or to oneself, and uses no number', () => {
    const unknownPairBatch = numberWithState(
      [messageDraft('a', 'x'), messageDraft('a', 'a')],
      batchState({}, { pairs: new Map([[pairKey('a', 'a'), pairState]]) }),
    );
    const blockedBatch = numberWithState(
      [messageDraft('a', 'b')],
      batchState({ isSendingImpossible: true }),
    );
    for (const { outcomes, stored, inboxes, conversations } of [unknownPairBatch, blockedBatch]) {
      expect(new Set(outcomes.map((outcome) => !outcome.ok && outcome.code))).toEqual(
        new Set(['message_refused']),
      );
      expect([stored, [...inboxes], conversations]).toEqual([[], [], []]);
    }
  });

  it('is another message with a known id; the same one is answered again, even across a block', () => {
    const storedEntry = numberWithState([messageDraft('a', 'b', { id: 'k' })], batchState({}))
      .stored[0]?.entry;
    if (!storedEntry) throw new Error('nothing stored');
    const blockedState = batchState(
      { isSendingImpossible: true },
      { replays: new Map([['k', storedEntry]]) },
    );
    const { outcomes, stored } = numberWithState(
      [
        messageDraft('a', 'b', { id: 'k' }),
        messageDraft('a', 'b', { id: 'k', message: 'ei' }),
        messageDraft('b', 'a', { id: 'k' }),
        messageDraft('a', 'c', { id: 'k' }),
      ],
      blockedState,
    );
    expect(outcomes.map((outcome) => (outcome.ok ? outcome.value : outcome.code))).toEqual([
      storedEntry,
      ...Array(3).fill('message_id_taken'),
    ]);
    expect(stored).toEqual([]);
  });
});

describe('a receiver is notified', () => {
  const notifiedReceivers = (pair: Partial<PairState>, ...drafts: MessageDraft[]) =>
    numberWithState(drafts, batchState(pair)).alerts.map(({ receiverId }) => receiverId);

  it('by the first message after everything was read, once', () => {
    const readState = { lastSeq: 4, low: { ...emptySide, lastSentSeq: 4 } };
    expect(notifiedReceivers(readState, messageDraft('a', 'b'), messageDraft('a', 'b'))).toEqual([
      'b',
    ]);
    expect(notifiedReceivers(readState, messageDraft('b', 'a'))).toEqual(['a']);
    expect(notifiedReceivers({}, messageDraft('a', 'b'), messageDraft('b', 'a'))).toEqual([
      'b',
      'a',
    ]);
  });

  it('not by a further one, and not when the conversation is muted', () => {
    const unreadState = {
      lastSeq: 4,
      low: { ...emptySide, lastSentSeq: 4, hasUnreadMessage: true },
    };
    expect(notifiedReceivers(unreadState, messageDraft('a', 'b'))).toEqual([]);
    const stateBeforeMuting = { lastSeq: 4, low: { ...emptySide, lastSentSeq: 4 } };
    expect(
      notifiedReceivers(
        { ...stateBeforeMuting, high: { ...emptySide, muted: true } },
        messageDraft('a', 'b'),
      ),
    ).toEqual([]);
  });

  it('again by the first message after a pause of three seconds, but the time to the mail goes on', () => {
    const { now } = batchState({});
    const unreadSide = { ...emptySide, lastSentSeq: 4, hasUnreadMessage: true };
    const stateAfter = (pauseMs: number) => ({
      lastSeq: 4,
      lastSentAt: now - pauseMs,
      low: unreadSide,
    });
    const drafts = [messageDraft('a', 'b'), messageDraft('a', 'b')];
    expect(notifiedReceivers(stateAfter(2_999), ...drafts)).toEqual([]);
    expect(numberWithState(drafts, batchState(stateAfter(3_000))).alerts).toEqual([
      { receiverId: 'b', senderId: 'a', sentAt: new Date(now).toISOString(), isFirstUnread: false },
    ]);
    const mutedState = { ...stateAfter(3_000), high: { ...emptySide, muted: true } };
    expect(notifiedReceivers(mutedState, ...drafts)).toEqual([]);
    const systemDraft = messageDraft('a', 'b', { system: true });
    expect(notifiedReceivers(stateAfter(3_000), systemDraft)).toEqual([]);
  });

  it('not by a system message, but by the first message after one, once', () => {
    expect(
      notifiedReceivers(
        {},
        messageDraft('a', 'b', { system: true }),
        messageDraft('a', 'b'),
        messageDraft('a', 'b'),
      ),
    ).toEqual(['b']);
    const greetedState = { lastSeq: 4, low: { ...emptySide, lastSentSeq: 4, systemSeq: 4 } };
    expect(notifiedReceivers(greetedState, messageDraft('a', 'b'))).toEqual(['b']);
    for (const systemSeq of [3, 5]) {
      const side = { ...emptySide, lastSentSeq: 5, systemSeq, hasUnreadMessage: true };
      expect(notifiedReceivers({ lastSeq: 5, low: side }, messageDraft('a', 'b'))).toEqual([]);
    }
    expect(
      notifiedReceivers(
        {},
        messageDraft('a', 'b'),
        messageDraft('a', 'b', { system: true }),
        messageDraft('a', 'b'),
      ),
    ).toEqual(['b']);
  });
});
