import { AsyncLocalStorage } from 'node:async_hooks';
import type { RateLimitName } from '@guilda/contract/limits';
import type { Result } from '../result.ts';

/** Takes one point of a rate limit, or refuses, on behalf of the reader who caused the running in-process calls. */
export type TakeRateLimitPoint = (name: RateLimitName) => Promise<Result<void, 'rate_limited'>>;

const payerStorage = new AsyncLocalStorage<TakeRateLimitPoint>();

/** Runs `work`. In-process API calls in it take their rate limit points by `takePoint` instead of by client address. */
export function withRateLimitPayer<T>(takePoint: TakeRateLimitPoint, work: () => T): T {
  return payerStorage.run(takePoint, work);
}

/**
 * The function by which the running in-process call takes rate limit points; undefined for a call from outside, which
 * takes points by its own address or account.
 */
export const currentRateLimitPayer = (): TakeRateLimitPoint | undefined => payerStorage.getStore();
