import { RateLimiterCluster } from 'rate-limiter-flexible';
import {
  createCountingRateLimiter,
  createMemoryRateLimiter,
  type RateLimiter,
} from '../../platform/limits/rate-limiter.ts';

/** How long the primary process may take to count a point, in ms, before this process counts for itself. */
const ANSWER_TIMEOUT_MS = 1_000;

/**
 * Creates a limiter that the processes of one node share: the primary process counts. While it does not answer, this
 * process counts for itself, so that limits stay in force.
 */
export function createProcessRateLimiter(factor: number): RateLimiter {
  const local = createMemoryRateLimiter(factor);
  const shared = createCountingRateLimiter(
    factor,
    (options) => new RateLimiterCluster({ ...options, timeoutMs: ANSWER_TIMEOUT_MS }),
  );
  return {
    take: (name, key) => shared.take(name, key).catch(() => local.take(name, key)),
    allows: (name, key) => shared.allows(name, key).catch(() => local.allows(name, key)),
    giveBack: (name, key) => shared.giveBack(name, key).catch(() => local.giveBack(name, key)),
  };
}
