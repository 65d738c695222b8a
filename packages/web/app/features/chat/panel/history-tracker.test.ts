import { beforeEach, expect, test } from 'vitest';
import { type ChatNavigation, createHistoryTracker } from './history-tracker.ts';

let historyTracker: ReturnType<typeof createHistoryTracker>;
beforeEach(() => {
  historyTracker = createHistoryTracker();
});

function addNavigation(
  key: string,
  type: ChatNavigation['type'],
  openPart: ChatNavigation['openPart'],
  pagePath = '/',
) {
  historyTracker.arrive({ key, type, openPart, pagePath });
  const { depth, fromList } = historyTracker.currentPosition();
  return fromList ? `${depth} from list` : depth;
}

test('closing a chat that was opened from a page is one step back, and two from a conversation on a phone', () => {
  expect(addNavigation('page', 'POP', null)).toBe(0);
  expect(addNavigation('list', 'PUSH', 'list')).toBe(1);
  expect(addNavigation('ana', 'PUSH', 'conversation')).toBe('2 from list');
  expect(addNavigation('list', 'POP', 'list')).toBe(1);
  expect(addNavigation('page', 'POP', null)).toBe(0);
  expect(addNavigation('list', 'POP', 'list')).toBe(1);
});

test('changing the conversation in place adds no step', () => {
  addNavigation('page', 'POP', null);
  addNavigation('list', 'PUSH', 'list');
  expect(addNavigation('ana', 'REPLACE', 'conversation')).toBe(1);
  expect(addNavigation('bia', 'REPLACE', 'conversation')).toBe(1);
});

test('going from one conversation to another adds no list in between', () => {
  addNavigation('page', 'POP', null);
  addNavigation('ana', 'PUSH', 'conversation');
  expect(addNavigation('bia', 'PUSH', 'conversation')).toBe(2);
});

test('a chat that was opened by its address has no page to go back to, except the list', () => {
  expect(addNavigation('list', 'POP', 'list')).toBe(0);
  expect(addNavigation('ana', 'PUSH', 'conversation')).toBe('0 from list');
});

test('a chat that was opened together with a change of page has no page below', () => {
  addNavigation('page', 'POP', null, '/');
  expect(addNavigation('other', 'PUSH', 'list', '/sales')).toBe(0);
});

test('a page that replaces its own address below the chat changes nothing', () => {
  addNavigation('page', 'POP', null, '/sales?aba=x');
  addNavigation('list', 'PUSH', 'list', '/sales?aba=x');
  expect(addNavigation('list2', 'REPLACE', 'list', '/sales')).toBe(1);
});

test('a navigation counts once when it is reported twice', () => {
  addNavigation('page', 'POP', null);
  addNavigation('list', 'PUSH', 'list');
  expect(addNavigation('list', 'PUSH', 'list')).toBe(1);
});

test('closing the chat leads to the page where it was opened, also after Back from a page opened from the chat', () => {
  addNavigation('page', 'POP', null, '/');
  addNavigation('ana', 'PUSH', 'conversation', '/');
  addNavigation('profile', 'PUSH', null, '/user/ana');
  expect(addNavigation('ana', 'POP', 'conversation', '/')).toBe(1);
});

test('closing a conversation that replaced a dialog of the page is one step back', () => {
  addNavigation('page', 'POP', null, '/');
  addNavigation('avisos', 'PUSH', null, '/?novo=avisos');
  expect(addNavigation('ana', 'REPLACE', 'conversation', '/')).toBe(1);
  addNavigation('page', 'POP', null, '/');
  expect(addNavigation('ana', 'POP', 'conversation', '/')).toBe(1);
});

test('a conversation that replaced a dialog has no page to go back to when the address opened the dialog', () => {
  addNavigation('avisos', 'POP', null, '/?novo=avisos');
  expect(addNavigation('ana', 'REPLACE', 'conversation', '/')).toBe(0);
});

test('a conversation that replaced another page has no page below', () => {
  addNavigation('page', 'POP', null, '/sales');
  addNavigation('other', 'PUSH', null, '/');
  expect(addNavigation('ana', 'REPLACE', 'conversation', '/')).toBe(0);
});

test('a conversation that replaced a dialog above the list is one step above the list', () => {
  addNavigation('page', 'POP', null, '/');
  addNavigation('list', 'PUSH', 'list', '/');
  addNavigation('avisos', 'PUSH', 'list', '/?novo=avisos');
  expect(addNavigation('ana', 'REPLACE', 'conversation', '/')).toBe('2 from list');
});
