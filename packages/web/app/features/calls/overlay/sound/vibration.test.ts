import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startVibration } from './vibration.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('the device vibrates repeatedly until it is stopped', () => {
  const vibrate = vi.fn(() => true);
  const stop = startVibration({ vibrate, userActivation: { hasBeenActive: true } });
  vi.advanceTimersByTime(5000);
  expect(vibrate).toHaveBeenCalledTimes(3);
  stop();
  expect(vibrate).toHaveBeenLastCalledWith(0);
  vi.advanceTimersByTime(10_000);
  expect(vibrate).toHaveBeenCalledTimes(4);
});

test('the device does not vibrate on a page without a user gesture', () => {
  const vibrate = vi.fn(() => true);
  startVibration({ vibrate, userActivation: { hasBeenActive: false } })();
  expect(vibrate).not.toHaveBeenCalled();
});

test('a device without vibration does nothing', () => {
  startVibration({})();
  expect(vi.getTimerCount()).toBe(0);
});
