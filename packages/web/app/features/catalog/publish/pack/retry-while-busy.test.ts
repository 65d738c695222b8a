import { ApiError } from '@guilda/contract/api-error';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { retryWhileBusy } from './retry-while-busy.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const busyError = () => new ApiError(429, { code: 'too_many_uploads', error: 'x' });

test('an upload waits while others of the person are running', async () => {
  const upload = vi.fn().mockRejectedValueOnce(busyError()).mockRejectedValueOnce(busyError());
  upload.mockResolvedValueOnce('kept');
  const outcome = retryWhileBusy(upload, new AbortController().signal);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await outcome).toBe('kept');
  expect(upload).toHaveBeenCalledTimes(3);
});

test('an upload ends with any other refusal, and when the person cancels it', async () => {
  const storageFullError = new ApiError(413, { code: 'storage_full', error: 'x' });
  await expect(
    retryWhileBusy(() => Promise.reject(storageFullError), new AbortController().signal),
  ).rejects.toBe(storageFullError);
  const abort = new AbortController();
  const outcome = retryWhileBusy(() => Promise.reject(busyError()), abort.signal);
  outcome.catch(() => undefined);
  await vi.advanceTimersByTimeAsync(1_000);
  abort.abort('changed my mind');
  await expect(outcome).rejects.toBe('changed my mind');
});
