import { expect, it, vi } from 'vitest';
import { err } from '../../result.ts';
import type { Logger } from '../../telemetry/logging.ts';
import { dispatch, parseClientMessage } from './dispatch.ts';

it('a rate-limited event is acknowledged with the time to wait', async () => {
  const reply = vi.fn();
  const run = async () => err('rate_limited', { retryAfterMs: 1_234.5 });
  const options = { log: {} as Logger, isRegistered: () => true };
  const code = await dispatch(parseClientMessage('userActivity', [undefined, reply]), run, options);
  expect(code).toBe('rate_limited');
  expect(reply).toHaveBeenCalledWith(
    expect.objectContaining({ ok: false, code: 'rate_limited', retryAfterMs: 1_235 }),
  );
});
