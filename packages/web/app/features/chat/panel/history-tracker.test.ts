import { beforeEach, expect, test } from 'vitest';
import { type ChatNavigation, createHistoryTracker } from './history-tracker.ts';

let historyTracker: ReturnType<typeof createHistoryTracker>;
beforeEach(() => {
  historyTracker = createHistoryTracker();
});

function addArrived(
  key: string,
  type: ChatNavigation['type'],
  shows: ChatNavigation['shows'],
  below = '/',
) {
  historyTracker.arrive({ key, type, shows, below });
  const { depth, fromList } = historyTracker.current();
  return fromList ? `${depth} from list` : depth;
}

test('closing a chat that was opened from a page is one step back, and two from a conversation on a phone', () => {
  expect(addArrived('page', 'POP', null)).toBe(0);
  expect(addArrived('list', 'PUSH', 'list')).toBe(1);
  expect(addArrived('ana', 'PUSH', 'conversation')).toBe('2 from list');
  expect(addArrived('list', 'POP', 'list')).toBe(1);
  expect(addArrived('page', 'POP', null)).toBe(0);
  expect(addArrived('list', 'POP', 'list')).toBe(1);
});

test('changing the conversation in place adds no step', () => {
  addArrived('page', 'POP', null);
  addArrived('list', 'PUSH', 'list');
  expect(addArrived('ana', 'REPLACE', 'conversation')).toBe(1);
  expect(addArrived('bia', 'REPLACE', 'conversation')).toBe(1);
});

test('going from one conversation to another adds no list in between', () => {
  addArrived('page', 'POP', null);
  addArrived('ana', 'PUSH', 'conversation');
  expect(addArrived('bia', 'PUSH', 'conversation')).toBe(2);
});

test('a chat that was opened by its address has no page to go back to, except the list', () => {
  expect(addArrived('list', 'POP', 'list')).toBe(0);
  expect(addArrived('ana', 'PUSH', 'conversation')).toBe('0 from list');
});

test('a chat that was opened together with a change of page has no page below', () => {
  addArrived('page', 'POP', null, '/');
  expect(addArrived('other', 'PUSH', 'list', '/sales')).toBe(0);
});

test('a page that replaces its own address below the chat changes nothing', () => {
  addArrived('page', 'POP', null, '/sales?aba=x');
  addArrived('list', 'PUSH', 'list', '/sales?aba=x');
  expect(addArrived('list2', 'REPLACE', 'list', '/sales')).toBe(1);
});

test('a navigation counts once when it is reported twice', () => {
  addArrived('page', 'POP', null);
  addArrived('list', 'PUSH', 'list');
  expect(addArrived('list', 'PUSH', 'list')).toBe(1);
});

test('closing the chat leads to the page where it was opened, also after Back from a page opened from the chat', () => {
  addArrived('page', 'POP', null, '/');
  addArrived('ana', 'PUSH', 'conversation', '/');
  addArrived('profile', 'PUSH', null, '/user/ana');
  expect(addArrived('ana', 'POP', 'conversation', '/')).toBe(1);
});
