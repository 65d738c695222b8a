import { type RateLimitName, rateLimits } from '@guilda/contract/limits';
import { RateLimiterCluster, RateLimiterMemory } from 'rate-limiter-flexible';
import {
  createCountingRateLimiter,
  createMemoryRateLimiter,
  type RateLimiter,
} from '../../platform/limits/rate-limiter.ts';
import type { Fanout } from '../../ports/fanout.ts';
import type { Timers } from '../../ports/timers.ts';

/** How long the primary process may take to count a point, in ms, before this process counts for itself. */
const ANSWER_TIMEOUT_MS = 1_000;
/** Points from which a limit is wide: a few too many do no harm, and nearly every request takes one. */
const WIDE_POINTS = 100;
/** Interval at which the points of wide limits are told to the other processes, in ms. */
const TELL_INTERVAL_MS = 100;
const POINTS_TOPIC = 'limit points';

/** Points that were taken, or given back if negative, by limit and key. */
type PointsByLimit = readonly (readonly [name: RateLimitName, key: string, points: number])[];

/**
 * Creates a limiter whose points the primary process counts for all processes of the node. While it does not answer,
 * this process counts for itself, so that limits stay in force.
 */
function createExactLimiter(factor: number): RateLimiter {
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

/**
 * Creates a limiter that counts here, and tells the other processes ten times a second what was taken: nobody waits,
 * and at most what comes within a tenth of a second is too much.
 */
export function createToldRateLimiter(
  factor: number,
  fanout: Pick<Fanout, 'publish' | 'subscribe'>,
  timers: Timers,
): RateLimiter {
  const counters = new Map<string, RateLimiterMemory>();
  const localLimiter = createCountingRateLimiter(factor, (options) => {
    const counter = new RateLimiterMemory(options);
    counters.set(options.keyPrefix, counter);
    return counter;
  });
  let untold = new Map<string, [name: RateLimitName, key: string, points: number]>();
  const sendTakes = () => {
    const points: PointsByLimit = [...untold.values()].filter(([, , count]) => count !== 0);
    untold = new Map();
    if (points.length > 0) fanout.publish(POINTS_TOPIC, { points });
  };
  const add = (name: RateLimitName, key: string, points: number) => {
    if (untold.size === 0) timers.after(TELL_INTERVAL_MS, sendTakes);
    const id = `${name} ${key}`;
    untold.set(id, [name, key, (untold.get(id)?.[2] ?? 0) + points]);
  };
  fanout.subscribe(POINTS_TOPIC, (message) => {
    // Only processes of this node publish on this topic, and only points.
    for (const [name, key, points] of message['points'] as PointsByLimit) {
      if (points > 0) void counters.get(name)?.penalty(key, points);
      // One by one, since no count may fall below zero.
      for (let n = points; n < 0; n += 1) void localLimiter.giveBack(name, key);
    }
  });
  return {
    take: async (name, key) => {
      const taken = await localLimiter.take(name, key);
      if (taken.ok) add(name, key, 1);
      return taken;
    },
    allows: localLimiter.allows,
    giveBack: async (name, key) => {
      await localLimiter.giveBack(name, key);
      add(name, key, -1);
    },
  };
}

/** Creates a limiter that the processes of one node share: exact for narrow limits, nearly so for wide ones. */
export function createProcessRateLimiter(
  factor: number,
  fanout: Pick<Fanout, 'publish' | 'subscribe'>,
  timers: Timers,
): RateLimiter {
  const exact = createExactLimiter(factor);
  const informedLimiter = createToldRateLimiter(factor, fanout, timers);
  const limiterOf = (name: RateLimitName) =>
    rateLimits[name].points >= WIDE_POINTS ? informedLimiter : exact;
  return {
    take: (name, key) => limiterOf(name).take(name, key),
    allows: (name, key) => limiterOf(name).allows(name, key),
    giveBack: (name, key) => limiterOf(name).giveBack(name, key),
  };
}
