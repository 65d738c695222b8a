import { expect, test } from 'vitest';
import type { ChatItem } from '../../model/views/views.ts';
import { createNewItemFinder } from './new-items.ts';

const buildItem = (id: string, state: ChatItem['state'], seq: number | null = null): ChatItem => ({
  id,
  senderId: state === 'received' ? 'bia' : 'ana',
  message: id,
  sentAt: '2026-11-20T12:00:00Z',
  seq,
  state,
  reason: null,
  system: false,
});
const received = (seq: number) => buildItem(`m${seq}`, 'received', seq);
const sent = (seq: number) => buildItem(`m${seq}`, 'sent', seq);

/** Shows views of a loaded conversation one after the other and returns what is new in the last one. */
function newInLastOf(...views: readonly (readonly ChatItem[])[]) {
  const findNewItems = createNewItemFinder();
  const results = views.map((items) => findNewItems({ items, status: 'ready' }));
  const last = results.at(-1);
  const idsOf = (items: readonly ChatItem[] = []) => items.map(({ id }) => id);
  return {
    received: idsOf(last?.received),
    failed: idsOf(last?.failed),
    hasUnsent: last?.hasUnsent,
  };
}

const nothing = { received: [], failed: [], hasUnsent: false };

test('what is there when the history is loaded is not new', () => {
  const failedItem = buildItem('w', 'failed');
  expect(newInLastOf([received(1), failedItem])).toEqual(nothing);
  const findNewItems = createNewItemFinder();
  findNewItems({ items: [failedItem], status: 'loading' });
  expect(findNewItems({ items: [received(1), failedItem], status: 'ready' }).received).toEqual([]);
});

test('messages of the partner are new above own ones that wait or failed', () => {
  const waitingItems = [buildItem('w1', 'failed'), buildItem('w2', 'queued')];
  expect(
    newInLastOf([received(1), ...waitingItems], [received(1), received(2), ...waitingItems]),
  ).toEqual({ ...nothing, received: ['m2'] });
});

test('the first message of an empty conversation is new', () => {
  expect(newInLastOf([], [received(1)])).toEqual({ ...nothing, received: ['m1'] });
});

test('older messages are not new, neither among nor above own ones', () => {
  expect(newInLastOf([sent(3)], [received(2), sent(3)])).toEqual(nothing);
  expect(newInLastOf([received(3)], [received(2), received(3)])).toEqual(nothing);
});

test('a message of the partner that arrives after an own later one is new', () => {
  expect(newInLastOf([sent(1)], [sent(1), sent(3)], [sent(1), received(2), sent(3)])).toEqual({
    ...nothing,
    received: ['m2'],
  });
});

test('an own message is unsent once, and its failure is new after each attempt', () => {
  const [sending, failedItem] = [buildItem('w', 'sending'), buildItem('w', 'failed')];
  expect(newInLastOf([], [sending])).toEqual({ ...nothing, hasUnsent: true });
  expect(newInLastOf([], [sending], [{ ...sending }])).toEqual(nothing);
  expect(newInLastOf([], [sending], [failedItem])).toEqual({ ...nothing, failed: ['w'] });
  expect(newInLastOf([], [sending], [failedItem], [failedItem, received(1)])).toEqual({
    ...nothing,
    received: ['m1'],
  });
  expect(newInLastOf([failedItem], [sending], [failedItem])).toEqual({
    ...nothing,
    failed: ['w'],
  });
});
