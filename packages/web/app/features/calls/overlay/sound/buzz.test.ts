import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startBuzz } from './buzz.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('shakes in rounds until it is told to stop', () => {
  const vibrate = vi.fn(() => true);
  const stop = startBuzz({ vibrate, userActivation: { hasBeenActive: true } });
  vi.advanceTimersByTime(5000);
  expect(vibrate).toHaveBeenCalledTimes(3);
  stop();
  expect(vibrate).toHaveBeenLastCalledWith(0);
  vi.advanceTimersByTime(10_000);
  expect(vibrate).toHaveBeenCalledTimes(4);
});

test('a page nobody has touched does not ask to shake', () => {
  const vibrate = vi.fn(() => true);
  startBuzz({ vibrate, userActivation: { hasBeenActive: false } })();
  expect(vibrate).not.toHaveBeenCalled();
});

test('a device that cannot shake is left alone', () => {
  startBuzz({})();
  expect(vi.getTimerCount()).toBe(0);
});
