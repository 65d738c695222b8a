import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeFakePage } from './fake-page.ts';
import { flashTitle } from './title-flash.ts';

const CALL_TITLE = 'Ligação de MiraFina77';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('a visible page keeps its title', () => {
  const page = makeFakePage();
  const stop = flashTitle(page, CALL_TITLE);
  vi.advanceTimersByTime(5000);
  expect(page.title).toBe('Início · Guilda');
  stop();
  expect(page.listeners.size).toBe(0);
});

test('a hidden page alternates title and call until it is visible', () => {
  const page = makeFakePage();
  const stop = flashTitle(page, CALL_TITLE);
  page.hide(true);
  expect(page.title).toBe(CALL_TITLE);
  vi.advanceTimersByTime(1000);
  expect(page.title).toBe('Início · Guilda');
  vi.advanceTimersByTime(1000);
  expect(page.title).toBe(CALL_TITLE);
  page.hide(false);
  expect(page.title).toBe('Início · Guilda');
  vi.advanceTimersByTime(3000);
  expect(page.title).toBe('Início · Guilda');
  stop();
});

test('restores the current page title when the call ends', () => {
  const page = makeFakePage();
  page.hide(true);
  const stop = flashTitle(page, CALL_TITLE);
  page.title = 'Chat · Guilda';
  vi.advanceTimersByTime(1000);
  expect(page.title).toBe(CALL_TITLE);
  stop();
  expect(page.title).toBe('Chat · Guilda');
  vi.advanceTimersByTime(3000);
  expect(page.title).toBe('Chat · Guilda');
});
