import type { AnalyticsEvent } from '@guilda/contract/privacy/analytics';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { BATCH_DELAY_MS, createEventBatcher, type SendOptions } from './event-batcher.ts';

const loginEvent: AnalyticsEvent = { name: 'login' };
let sentBatches: { count: number; sendOptions: SendOptions }[] = [];
const startBatcher = () =>
  createEventBatcher((events, sendOptions) =>
    sentBatches.push({ count: events.length, sendOptions }),
  );

beforeEach(() => {
  sentBatches = [];
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

test('events of four seconds are sent together', () => {
  const batcher = startBatcher();
  batcher.add(loginEvent);
  vi.advanceTimersByTime(BATCH_DELAY_MS - 1);
  batcher.add(loginEvent);
  expect(sentBatches).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(sentBatches).toEqual([{ count: 2, sendOptions: { leaving: false } }]);
  vi.advanceTimersByTime(BATCH_DELAY_MS * 3);
  expect(sentBatches).toHaveLength(1);
});

test('twenty events are sent at once', () => {
  const batcher = startBatcher();
  for (let i = 0; i < 45; i += 1) batcher.add(loginEvent);
  expect(sentBatches.map(({ count }) => count)).toEqual([20, 20]);
  vi.advanceTimersByTime(BATCH_DELAY_MS);
  expect(sentBatches.map(({ count }) => count)).toEqual([20, 20, 5]);
});

test('waiting events are sent when the page is left, and nothing is sent without events', () => {
  const batcher = startBatcher();
  batcher.send({ leaving: true });
  batcher.add(loginEvent);
  batcher.send({ leaving: true });
  vi.advanceTimersByTime(BATCH_DELAY_MS);
  expect(sentBatches).toEqual([{ count: 1, sendOptions: { leaving: true } }]);
});

test('a refused consent deletes waiting events', () => {
  const batcher = startBatcher();
  batcher.add(loginEvent);
  batcher.drop();
  vi.advanceTimersByTime(BATCH_DELAY_MS);
  batcher.send({ leaving: true });
  expect(sentBatches).toEqual([]);
});
