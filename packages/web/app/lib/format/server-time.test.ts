import { expect, test, vi } from 'vitest';
import { serverNowMs, updateServerTimeOffset } from './server-time.ts';

test('the clock follows the server when it differs clearly, and is not changed by small differences', () => {
  const now = Date.parse('2026-11-20T20:00:00.400Z');
  vi.useFakeTimers({ now });
  const dateHeader = (at: number) => new Date(at).toUTCString();
  updateServerTimeOffset(dateHeader(now), now - 200, now);
  expect(serverNowMs()).toBe(now);
  updateServerTimeOffset(dateHeader(now + 90_000), now - 200, now);
  expect(Math.abs(serverNowMs() - (now + 90_000))).toBeLessThanOrEqual(600);
  updateServerTimeOffset(null, now - 200, now);
  updateServerTimeOffset('not a date', now - 200, now);
  expect(serverNowMs() - now).toBeGreaterThan(89_000);
  vi.useRealTimers();
});
