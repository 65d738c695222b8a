import { type RateLimit, type RateLimitName, rateLimits } from '@guilda/contract/limits';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { err, ok, type Result } from '../result.ts';

/** Limits how often a person or an address may perform an action: docs/product/limits.md. */
export interface RateLimiter {
  /** Takes one point from `key`, or refuses with the time until the next point is available. */
  take(name: RateLimitName, key: string): Promise<Result<void, 'rate_limited'>>;
  /** Whether `key` has a point left; takes none. */
  allows(name: RateLimitName, key: string): Promise<boolean>;
  /** Returns a point to `key`, for example when the action failed. */
  giveBack(name: RateLimitName, key: string): Promise<void>;
}

/** Number of points of a limit after multiplication by `rateLimitFactor` (`RATE_LIMIT_FACTOR`); at least 1. */
export function allowedPoints({ points }: RateLimit, rateLimitFactor: number): number {
  return Math.max(1, Math.round(points * rateLimitFactor));
}

/** Settings of one limit for rate-limiter-flexible; `points` is the number of actions in a time window. */
export interface CounterOptions {
  readonly keyPrefix: string;
  readonly points: number;
  /** Length of the time window of the limit, in seconds. */
  readonly duration: number;
}

/** Creates a limiter in the memory of this process; `rateLimitFactor` multiplies every limit (`RATE_LIMIT_FACTOR`). */
export const createMemoryRateLimiter = (rateLimitFactor: number): RateLimiter =>
  createCountingRateLimiter(rateLimitFactor, (options) => new RateLimiterMemory(options));

/**
 * Creates a limiter that counts each limit with a counter of rate-limiter-flexible. When a counter fails, for example
 * by a timeout, the limiter's method rejects with the same error.
 */
export function createCountingRateLimiter(
  rateLimitFactor: number,
  createCounter: (options: CounterOptions) => RateLimiterAbstract,
): RateLimiter {
  const limiters = new Map(
    Object.entries(rateLimits).map(([name, limit]) => [
      name,
      createCounter({
        keyPrefix: name,
        points: allowedPoints(limit, rateLimitFactor),
        duration: limit.seconds,
      }),
    ]),
  );
  const limiterOf = (name: RateLimitName) => limiters.get(name) as RateLimiterAbstract;
  return {
    take: async (name, key) => {
      try {
        await limiterOf(name).consume(key);
        return ok();
      } catch (rejection) {
        if (!(rejection instanceof RateLimiterRes)) throw rejection;
        // The library also counts refused attempts; without this removal a point returned later would not become
        // available.
        await removeCountedPoint(limiterOf(name), key);
        return err('rate_limited', { retryAfterMs: rejection.msBeforeNext });
      }
    },
    allows: async (name, key) => ((await limiterOf(name).get(key))?.remainingPoints ?? 1) > 0,
    giveBack: (name, key) => removeCountedPoint(limiterOf(name), key),
  };
}

/** Removes one counted point from `key`; does nothing once the time window of the limit has ended. */
async function removeCountedPoint(limiter: RateLimiterAbstract, key: string): Promise<void> {
  const { consumedPoints } = await limiter.reward(key);
  // The count fell below zero: restore it. Reading the count before would race with other calls that return a point.
  if (consumedPoints < 0) await limiter.penalty(key);
}
