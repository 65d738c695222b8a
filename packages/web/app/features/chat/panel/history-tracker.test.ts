import { beforeEach, expect, test } from 'vitest';
import { type ChatNavigation, createHistoryTracker } from './history-tracker.ts';

let counter: ReturnType<typeof createHistoryTracker>;
beforeEach(() => {
  counter = createHistoryTracker();
});

function arrive(
  key: string,
  type: ChatNavigation['type'],
  shows: ChatNavigation['shows'],
  below = '/',
) {
  counter.arrive({ key, type, shows, below });
  const { depth, fromList } = counter.current();
  return fromList ? `${depth} from list` : depth;
}

test('opened from a page, closing is one step back; a conversation on a phone is one more', () => {
  expect(arrive('page', 'POP', null)).toBe(0);
  expect(arrive('list', 'PUSH', 'list')).toBe(1);
  expect(arrive('ana', 'PUSH', 'conversation')).toBe('2 from list');
  expect(arrive('list', 'POP', 'list')).toBe(1);
  expect(arrive('page', 'POP', null)).toBe(0);
  expect(arrive('list', 'POP', 'list')).toBe(1);
});

test('changing the conversation in place adds no step', () => {
  arrive('page', 'POP', null);
  arrive('list', 'PUSH', 'list');
  expect(arrive('ana', 'REPLACE', 'conversation')).toBe(1);
  expect(arrive('bia', 'REPLACE', 'conversation')).toBe(1);
});

test('from one conversation to another there is no list in between', () => {
  arrive('page', 'POP', null);
  arrive('ana', 'PUSH', 'conversation');
  expect(arrive('bia', 'PUSH', 'conversation')).toBe(2);
});

test('opened by its address there is no page to go back to, but the list may be', () => {
  expect(arrive('list', 'POP', 'list')).toBe(0);
  expect(arrive('ana', 'PUSH', 'conversation')).toBe('0 from list');
});

test('opened together with a change of page, the page below was never seen', () => {
  arrive('page', 'POP', null, '/');
  expect(arrive('other', 'PUSH', 'list', '/sales')).toBe(0);
});

test('a page that puts its own address right below the chat changes nothing', () => {
  arrive('page', 'POP', null, '/sales?aba=x');
  arrive('list', 'PUSH', 'list', '/sales?aba=x');
  expect(arrive('list2', 'REPLACE', 'list', '/sales')).toBe(1);
});

test('counts a navigation once when it is reported twice', () => {
  arrive('page', 'POP', null);
  arrive('list', 'PUSH', 'list');
  expect(arrive('list', 'PUSH', 'list')).toBe(1);
});

test('back from a page opened out of the chat, closing still leads to where it was opened', () => {
  arrive('page', 'POP', null, '/');
  arrive('ana', 'PUSH', 'conversation', '/');
  arrive('profile', 'PUSH', null, '/user/ana');
  expect(arrive('ana', 'POP', 'conversation', '/')).toBe(1);
});
