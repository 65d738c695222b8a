import type { Meter } from '../../ports/meter.ts';
import type { RateLimiter } from './rate-limiter.ts';

/** Wraps a limiter to count its refusals in a metric, labelled with the limit's name. */
export function countRefusals(limiter: RateLimiter, meter: Meter): RateLimiter {
  return {
    ...limiter,
    take: async (name, key) => {
      const outcome = await limiter.take(name, key);
      if (!outcome.ok) meter.count('guilda_rate_limited_total', { limit: name });
      return outcome;
    },
  };
}
