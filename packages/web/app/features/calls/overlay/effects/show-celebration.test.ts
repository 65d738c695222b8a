import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeFakePage } from './fake-page.ts';
import { showCelebration } from './show-celebration.ts';

function startCelebration(agoMs = 0, isHidden = false) {
  const page = makeFakePage();
  page.hidden = isHidden;
  const celebration = { isOn: false };
  const end = showCelebration(page, Date.now() - agoMs, (isOn) => {
    celebration.isOn = isOn;
  });
  return { page, celebration, end };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('the celebration lasts three seconds', () => {
  const { page, celebration } = startCelebration();
  expect(celebration.isOn).toBe(true);
  vi.advanceTimersByTime(2999);
  expect(celebration.isOn).toBe(true);
  vi.advanceTimersByTime(1);
  expect(celebration.isOn).toBe(false);
  expect(page.listeners.size).toBe(0);
});

test('the celebration waits in a hidden tab for a quick return, and then lasts three seconds', () => {
  const { page, celebration } = startCelebration(0, true);
  vi.advanceTimersByTime(5000);
  expect(celebration.isOn).toBe(false);
  page.hide(false);
  expect(celebration.isOn).toBe(true);
  vi.advanceTimersByTime(3000);
  expect(celebration.isOn).toBe(false);
  page.hide(true);
  page.hide(false);
  expect(celebration.isOn).toBe(false);
});

test('the celebration is not shortened when another tab opens', () => {
  const { page, celebration } = startCelebration();
  vi.advanceTimersByTime(50);
  page.hide(true);
  vi.advanceTimersByTime(4000);
  page.hide(false);
  vi.advanceTimersByTime(2000);
  expect(celebration.isOn).toBe(true);
});

test('the celebration is skipped when the person returns much later', () => {
  const { page, celebration } = startCelebration(0, true);
  vi.advanceTimersByTime(30_000);
  page.hide(false);
  expect(celebration.isOn).toBe(false);
});

test('the celebration leaves no timer running when it is ended early', () => {
  const { page, celebration, end } = startCelebration();
  end();
  expect(celebration.isOn).toBe(false);
  expect(page.listeners.size + vi.getTimerCount()).toBe(0);
});
