import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startVibration } from './vibration.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('vibrates in rounds until it is stopped', () => {
  const vibrate = vi.fn(() => true);
  const stop = startVibration({ vibrate, userActivation: { hasBeenActive: true } });
  vi.advanceTimersByTime(5000);
  expect(vibrate).toHaveBeenCalledTimes(3);
  stop();
  expect(vibrate).toHaveBeenLastCalledWith(0);
  vi.advanceTimersByTime(10_000);
  expect(vibrate).toHaveBeenCalledTimes(4);
});

test('does not vibrate on a page without a user gesture', () => {
  const vibrate = vi.fn(() => true);
  startVibration({ vibrate, userActivation: { hasBeenActive: false } })();
  expect(vibrate).not.toHaveBeenCalled();
});

test('does nothing on a device without vibration', () => {
  startVibration({})();
  expect(vi.getTimerCount()).toBe(0);
});
