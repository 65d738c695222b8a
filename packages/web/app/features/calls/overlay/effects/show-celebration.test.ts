import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeFakePage } from './fake-page.ts';
import { showCelebration } from './show-celebration.ts';

function startCelebration(agoMs = 0, isHidden = false) {
  const page = makeFakePage();
  page.hidden = isHidden;
  const shown = { isOn: false };
  const end = showCelebration(page, Date.now() - agoMs, (isOn) => {
    shown.isOn = isOn;
  });
  return { page, shown, end };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('the celebration lasts three seconds', () => {
  const { page, shown } = startCelebration();
  expect(shown.isOn).toBe(true);
  vi.advanceTimersByTime(2999);
  expect(shown.isOn).toBe(true);
  vi.advanceTimersByTime(1);
  expect(shown.isOn).toBe(false);
  expect(page.listeners.size).toBe(0);
});

test('the celebration waits in a hidden tab for a quick return, and then lasts three seconds', () => {
  const { page, shown } = startCelebration(0, true);
  vi.advanceTimersByTime(5000);
  expect(shown.isOn).toBe(false);
  page.hide(false);
  expect(shown.isOn).toBe(true);
  vi.advanceTimersByTime(3000);
  expect(shown.isOn).toBe(false);
  page.hide(true);
  page.hide(false);
  expect(shown.isOn).toBe(false);
});

test('the celebration is not shortened when another tab opens', () => {
  const { page, shown } = startCelebration();
  vi.advanceTimersByTime(50);
  page.hide(true);
  vi.advanceTimersByTime(4000);
  page.hide(false);
  vi.advanceTimersByTime(2000);
  expect(shown.isOn).toBe(true);
});

test('the celebration is skipped when the person returns much later', () => {
  const { page, shown } = startCelebration(0, true);
  vi.advanceTimersByTime(30_000);
  page.hide(false);
  expect(shown.isOn).toBe(false);
});

test('the celebration leaves no timer running when it is ended early', () => {
  const { page, shown, end } = startCelebration();
  end();
  expect(shown.isOn).toBe(false);
  expect(page.listeners.size + vi.getTimerCount()).toBe(0);
});
