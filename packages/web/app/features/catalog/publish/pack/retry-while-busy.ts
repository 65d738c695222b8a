import { ApiError } from '@guilda/contract/api-error';

/** Delay before the retry of an upload that was refused because other uploads of the person are running, in ms. */
const BUSY_RETRY_MS = 5_000;

/** Resolves after `durationMs`; rejects with the reason of the signal when the signal is aborted. */
function waitMs(durationMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, durationMs);
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}

/**
 * Retries an upload as long as the server refuses it because other uploads of the person are running, perhaps in
 * another tab.
 */
export async function retryWhileBusy<T>(upload: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await upload();
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'too_many_uploads')) throw error;
      await waitMs(BUSY_RETRY_MS, signal);
    }
  }
}
