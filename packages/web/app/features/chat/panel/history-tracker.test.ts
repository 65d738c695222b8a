import { beforeEach, expect, test } from 'vitest';
import { type ChatNavigation, createHistoryTracker } from './history-tracker.ts';

let tracker: ReturnType<typeof createHistoryTracker>;
beforeEach(() => {
  tracker = createHistoryTracker();
});

function arrive(
  key: string,
  type: ChatNavigation['type'],
  shows: ChatNavigation['shows'],
  below = '/',
) {
  tracker.arrive({ key, type, shows, below });
  const { depth, fromList } = tracker.current();
  return fromList ? `${depth} from list` : depth;
}

test('closing a chat that was opened from a page is one step back, and two from a conversation on a phone', () => {
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

test('going from one conversation to another adds no list in between', () => {
  arrive('page', 'POP', null);
  arrive('ana', 'PUSH', 'conversation');
  expect(arrive('bia', 'PUSH', 'conversation')).toBe(2);
});

test('a chat that was opened by its address has no page to go back to, except the list', () => {
  expect(arrive('list', 'POP', 'list')).toBe(0);
  expect(arrive('ana', 'PUSH', 'conversation')).toBe('0 from list');
});

test('a chat that was opened together with a change of page has no page below', () => {
  arrive('page', 'POP', null, '/');
  expect(arrive('other', 'PUSH', 'list', '/sales')).toBe(0);
});

test('a page that replaces its own address below the chat changes nothing', () => {
  arrive('page', 'POP', null, '/sales?aba=x');
  arrive('list', 'PUSH', 'list', '/sales?aba=x');
  expect(arrive('list2', 'REPLACE', 'list', '/sales')).toBe(1);
});

test('a navigation counts once when it is reported twice', () => {
  arrive('page', 'POP', null);
  arrive('list', 'PUSH', 'list');
  expect(arrive('list', 'PUSH', 'list')).toBe(1);
});

test('closing the chat leads to the page where it was opened, also after Back from a page opened from the chat', () => {
  arrive('page', 'POP', null, '/');
  arrive('ana', 'PUSH', 'conversation', '/');
  arrive('profile', 'PUSH', null, '/user/ana');
  expect(arrive('ana', 'POP', 'conversation', '/')).toBe(1);
});
