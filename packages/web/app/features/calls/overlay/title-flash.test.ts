import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makePage } from './fake-page.ts';
import { flashTitle } from './title-flash.ts';

const CALL = 'Chamada de MiraFina77';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('a page in sight keeps its title', () => {
  const page = makePage();
  const stop = flashTitle(page, CALL);
  vi.advanceTimersByTime(5000);
  expect(page.title).toBe('Início · Guilda');
  stop();
  expect(page.listeners.size).toBe(0);
});

test('out of sight the call and the title take turns, until it is seen', () => {
  const page = makePage();
  const stop = flashTitle(page, CALL);
  page.hide(true);
  expect(page.title).toBe(CALL);
  vi.advanceTimersByTime(1000);
  expect(page.title).toBe('Início · Guilda');
  vi.advanceTimersByTime(1000);
  expect(page.title).toBe(CALL);
  page.hide(false);
  expect(page.title).toBe('Início · Guilda');
  vi.advanceTimersByTime(3000);
  expect(page.title).toBe('Início · Guilda');
  stop();
});

test('the end of the call gives the title back, the one the page has by then', () => {
  const page = makePage();
  page.hide(true);
  const stop = flashTitle(page, CALL);
  page.title = 'Chat · Guilda';
  vi.advanceTimersByTime(1000);
  expect(page.title).toBe(CALL);
  stop();
  expect(page.title).toBe('Chat · Guilda');
  vi.advanceTimersByTime(3000);
  expect(page.title).toBe('Chat · Guilda');
});
