import { randomUUID } from 'node:crypto';
import { rateLimits } from '@guilda/contract/limits';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { GatewaySocket } from '../../../platform/gateway/index.ts';
import { createMemoryRateLimiter } from '../../../platform/limits/rate-limiter.ts';
import { err } from '../../../platform/result.ts';
import { notifyReceiver } from '../notify/notify-receiver.ts';
import { sendMessage, trackMessagesInFlight } from './send-message.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/**
 * Functions that handle the events `sendMessage` and `notification` of one person. An event that the rate limit allows
 * is answered with `unavailable`, because nothing can be stored.
 */
function createWriter() {
  const limiter = createMemoryRateLimiter(1);
  const ids = { uuid: randomUUID, secret: () => '' };
  const batcher = { store: async () => err('unavailable') };
  const database = { transaction: async () => err('unavailable') };
  const inFlight = trackMessagesInFlight();
  const send = sendMessage({ limiter, ids, batcher, inFlight });
  const handleNotification = notifyReceiver({
    limiter,
    ids,
    inFlight,
    database: database as never,
  });
  const connection = { pid: 'p', actor: { uid: randomUUID() } } as unknown as GatewaySocket;
  const receiverId = randomUUID();
  return {
    write: () => send({ connection, payload: { receiverId, message: 'Oi' } } as never),
    notify: () =>
      handleNotification({ connection, payload: { receiverId, type: 'message' } } as never),
  };
}

test('allows 200 messages in 10 minutes, at any pace', async () => {
  const { write } = createWriter();
  const { points: burst, seconds } = rateLimits.messagesBurst;
  const { points: steady, seconds: window } = rateLimits.messagesSteady;
  for (let sentCount = 0; sentCount < steady; sentCount += 1) {
    if (sentCount > 0 && sentCount % burst === 0) await vi.advanceTimersByTimeAsync(seconds * 1000);
    expect(await write()).toMatchObject({ code: 'unavailable' });
  }
  await vi.advanceTimersByTimeAsync(seconds * 1000);
  const refusal = await write();
  expect(refusal).toMatchObject({ code: 'rate_limited' });
  const waitMs = (window - seconds * (steady / burst)) * 1000;
  expect(refusal).toMatchObject({ detail: { retryAfterMs: waitMs } });
  await vi.advanceTimersByTimeAsync(waitMs);
  expect(await write()).toMatchObject({ code: 'unavailable' });
});

test('`notification` events count against the same limit', async () => {
  const { write, notify } = createWriter();
  for (let sentCount = 0; sentCount < rateLimits.messagesBurst.points; sentCount += 2) {
    expect(await write()).toMatchObject({ code: 'unavailable' });
    expect(await notify()).toMatchObject({ code: 'unavailable' });
  }
  expect(await notify()).toMatchObject({ code: 'rate_limited' });
  expect(await write()).toMatchObject({ code: 'rate_limited' });
});
