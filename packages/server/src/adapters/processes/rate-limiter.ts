import { type RateLimitName, rateLimits } from '@guilda/contract/limits';
import { RateLimiterCluster, RateLimiterMemory } from 'rate-limiter-flexible';
import {
  createCountingRateLimiter,
  createMemoryRateLimiter,
  type RateLimiter,
} from '../../platform/limits/rate-limiter.ts';
import type { Fanout } from '../../ports/fanout.ts';
import type { Timers } from '../../ports/timers.ts';

/** Timeout for the primary process to count a point, in ms; after it this process counts the point itself. */
const ANSWER_TIMEOUT_MS = 1_000;
/**
 * Limits of at least this many points are counted with a short delay instead of exactly: nearly every request takes a
 * point of such a limit, and a few requests too many do no harm.
 */
const WIDE_POINTS = 100;
/** Interval at which a process sends the points of limits from `WIDE_POINTS` on to the other processes, in ms. */
const SEND_INTERVAL_MS = 100;
const POINTS_TOPIC = 'limit points';

/** Points that were taken, or given back if negative, by limit and key. */
type PointsByLimit = readonly (readonly [name: RateLimitName, key: string, points: number])[];

/**
 * Creates a limiter whose points the primary process counts for all processes of the node. While the primary process
 * does not answer, this process counts by itself, so that limits stay in force.
 */
function createExactLimiter(rateLimitFactor: number): RateLimiter {
  const localLimiter = createMemoryRateLimiter(rateLimitFactor);
  const sharedLimiter = createCountingRateLimiter(
    rateLimitFactor,
    (options) => new RateLimiterCluster({ ...options, timeoutMs: ANSWER_TIMEOUT_MS }),
  );
  return {
    take: (name, key) => sharedLimiter.take(name, key).catch(() => localLimiter.take(name, key)),
    allows: (name, key) =>
      sharedLimiter.allows(name, key).catch(() => localLimiter.allows(name, key)),
    giveBack: (name, key) =>
      sharedLimiter.giveBack(name, key).catch(() => localLimiter.giveBack(name, key)),
  };
}

/**
 * Creates a limiter that counts in this process and sends the taken points to other processes ten times a second. No
 * request waits for another process; the limit can be exceeded by the requests of a tenth of a second.
 */
export function createBroadcastRateLimiter(
  rateLimitFactor: number,
  fanout: Pick<Fanout, 'publish' | 'subscribe'>,
  timers: Timers,
): RateLimiter {
  const counters = new Map<string, RateLimiterMemory>();
  const localLimiter = createCountingRateLimiter(rateLimitFactor, (options) => {
    const counter = new RateLimiterMemory(options);
    counters.set(options.keyPrefix, counter);
    return counter;
  });
  let unsentPoints = new Map<string, [name: RateLimitName, key: string, points: number]>();
  const sendPoints = () => {
    const points: PointsByLimit = [...unsentPoints.values()].filter(([, , count]) => count !== 0);
    unsentPoints = new Map();
    if (points.length > 0) fanout.publish(POINTS_TOPIC, { points });
  };
  const add = (name: RateLimitName, key: string, points: number) => {
    if (unsentPoints.size === 0) timers.after(SEND_INTERVAL_MS, sendPoints);
    const id = `${name} ${key}`;
    unsentPoints.set(id, [name, key, (unsentPoints.get(id)?.[2] ?? 0) + points]);
  };
  fanout.subscribe(POINTS_TOPIC, (message) => {
    // Only processes of this node publish on this topic, and only points.
    for (const [name, key, points] of message['points'] as PointsByLimit) {
      if (points > 0) void counters.get(name)?.penalty(key, points);
      // Points are given back one by one, because `giveBack` lets no count fall below zero.
      for (let n = points; n < 0; n += 1) void localLimiter.giveBack(name, key);
    }
  });
  return {
    take: async (name, key) => {
      const takeResult = await localLimiter.take(name, key);
      if (takeResult.ok) add(name, key, 1);
      return takeResult;
    },
    allows: localLimiter.allows,
    giveBack: async (name, key) => {
      await localLimiter.giveBack(name, key);
      add(name, key, -1);
    },
  };
}

/** Creates a limiter that the processes of one node share: exact for limits below `WIDE_POINTS`, else nearly exact. */
export function createProcessRateLimiter(
  rateLimitFactor: number,
  fanout: Pick<Fanout, 'publish' | 'subscribe'>,
  timers: Timers,
): RateLimiter {
  const exactLimiter = createExactLimiter(rateLimitFactor);
  const broadcastLimiter = createBroadcastRateLimiter(rateLimitFactor, fanout, timers);
  const limiterOf = (name: RateLimitName) =>
    rateLimits[name].points >= WIDE_POINTS ? broadcastLimiter : exactLimiter;
  return {
    take: (name, key) => limiterOf(name).take(name, key),
    allows: (name, key) => limiterOf(name).allows(name, key),
    giveBack: (name, key) => limiterOf(name).giveBack(name, key),
  };
}
