import { type RateLimit, type RateLimitName, rateLimits } from '@guilda/contract/limits';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { err, ok, type Result } from '../result.ts';

/** Counts what a person or an address does (`product §8`). */
export interface RateLimiter {
  /** Takes one point from `key`'s allowance, or refuses with the time until the next. */
  take(name: RateLimitName, key: string): Promise<Result<void, 'rate_limited'>>;
  /** Whether a point could be taken now; takes none. */
  allows(name: RateLimitName, key: string): Promise<boolean>;
  /** Gives a point back that was taken for nothing. */
  giveBack(name: RateLimitName, key: string): Promise<void>;
}

/** How many points a limit gives; `factor` multiplies it (`RATE_LIMIT_FACTOR`). */
export function allowance({ points }: RateLimit, factor: number): number {
  return Math.max(1, Math.round(points * factor));
}

/** Limits kept in this process; `factor` multiplies every allowance (`RATE_LIMIT_FACTOR`). */
export function memoryRateLimiter(factor: number): RateLimiter {
  const limiters = new Map(
    Object.entries(rateLimits).map(([name, limit]) => [
      name,
      new RateLimiterMemory({
        keyPrefix: name,
        points: allowance(limit, factor),
        duration: limit.seconds,
      }),
    ]),
  );
  const limiterOf = (name: RateLimitName) => limiters.get(name) as RateLimiterMemory;
  return {
    take: async (name, key) => {
      try {
        await limiterOf(name).consume(key);
        return ok();
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused;
        // It was counted all the same: a point given back would still be none to take.
        await uncount(limiterOf(name), key);
        return err('rate_limited', { retryAfterMs: refused.msBeforeNext });
      }
    },
    allows: async (name, key) => ((await limiterOf(name).get(key))?.remainingPoints ?? 1) > 0,
    giveBack: (name, key) => uncount(limiterOf(name), key),
  };
}

/** Takes a point off what counts now; nothing where its time is over. */
async function uncount(limiter: RateLimiterMemory, key: string): Promise<void> {
  const { consumedPoints } = await limiter.reward(key);
  // Asking first would leave time for others to give the same point back.
  if (consumedPoints < 0) await limiter.penalty(key);
}
