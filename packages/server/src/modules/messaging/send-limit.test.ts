import { randomUUID } from 'node:crypto';
import { rateLimits } from '@guilda/contract/limits';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Connection } from '../../platform/gateway/index.ts';
import { memoryRateLimiter } from '../../platform/limits/rate-limiter.ts';
import { err } from '../../platform/result.ts';
import { sendMessage } from './send-message.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Whoever writes as fast as may be, with a store that takes nothing. */
function writer() {
  const handle = sendMessage({
    limiter: memoryRateLimiter(1),
    ids: { uuid: randomUUID, secret: () => '' },
    batcher: { store: async () => err('unavailable') },
  });
  const connection = { pid: 'p', actor: { uid: randomUUID() } } as unknown as Connection;
  const payload = { receiverId: randomUUID(), message: 'Oi' };
  return async () => {
    const outcome = await handle({ connection, payload } as never);
    return outcome.ok ? 'ok' : outcome;
  };
}

test('200 messages in 10 minutes, whatever the pace, and no more until they are over', async () => {
  const write = writer();
  const { points: burst, seconds } = rateLimits.messagesBurst;
  const { points: steady, seconds: window } = rateLimits.messagesSteady;
  for (let sent = 0; sent < steady; sent += 1) {
    if (sent > 0 && sent % burst === 0) await vi.advanceTimersByTimeAsync(seconds * 1000);
    expect(await write()).toMatchObject({ code: 'unavailable' });
  }
  await vi.advanceTimersByTimeAsync(seconds * 1000);
  const refused = await write();
  expect(refused).toMatchObject({ code: 'rate_limited' });
  const wait = (window - seconds * (steady / burst)) * 1000;
  expect(refused).toMatchObject({ detail: { retryAfterMs: wait } });
  await vi.advanceTimersByTimeAsync(wait);
  expect(await write()).toMatchObject({ code: 'unavailable' });
});
