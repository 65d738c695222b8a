import { type RateLimitName, rateLimits } from '@guilda/contract/limits';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { RateLimiter } from '../../platform/limits/rate-limiter.ts';
import { allowedPoints } from '../../platform/limits/rate-limiter.ts';
import { err, ok } from '../../platform/result.ts';
import type { RedisLink } from './link.ts';

/**
 * Lua script that counts points atomically over all nodes. Refused attempts are not counted; negative points are taken
 * off only while a count exists. ARGV: points, seconds, limit. Returns the count and its time to live in ms.
 */
const COUNT_SCRIPT = `
local by, seconds, limit = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local had = tonumber(redis.call('get', KEYS[1]) or '0')
if had == 0 then
  if by <= 0 then return {0, 0} end
  redis.call('set', KEYS[1], by, 'EX', seconds)
  return {by, seconds * 1000}
end
local left = redis.call('pttl', KEYS[1])
if by > 0 and had + by > limit then return {limit + 1, left} end
return {redis.call('incrby', KEYS[1], by), left}
`;

/** Adapts the link's current connection to the client interface of rate-limiter-flexible. */
function createLimiterClient(currentLink: () => RedisLink) {
  return {
    eval: (script: string, options: { keys: string[]; arguments: string[] }) =>
      currentLink().run((client) => client.eval(script, options)),
  };
}

/**
 * Creates a limiter shared by all nodes. While Redis does not answer, each node counts by itself, so that limits stay
 * in force.
 */
export function createRedisRateLimiter(
  currentLink: () => RedisLink,
  rateLimitFactor: number,
  localLimiter: RateLimiter,
): RateLimiter {
  const storeClient = createLimiterClient(currentLink);
  const limiters = new Map(
    Object.entries(rateLimits).map(([name, limit]) => [
      name,
      new RateLimiterRedis({
        storeClient,
        useRedisPackage: true,
        customIncrTtlLuaScript: COUNT_SCRIPT,
        keyPrefix: `guilda:limit:${name}`,
        points: allowedPoints(limit, rateLimitFactor),
        duration: limit.seconds,
      }),
    ]),
  );
  const limiterOf = (name: RateLimitName) => limiters.get(name) as RateLimiterRedis;
  return {
    take: async (name, key) => {
      try {
        await limiterOf(name).consume(key);
        return ok();
      } catch (thrown) {
        if (!(thrown instanceof RateLimiterRes)) return localLimiter.take(name, key);
        return err('rate_limited', { retryAfterMs: thrown.msBeforeNext });
      }
    },
    allows: async (name, key) => {
      try {
        // A penalty of 0 reads the count with the same script, without changing it.
        return (await limiterOf(name).penalty(key, 0)).remainingPoints > 0;
      } catch {
        return localLimiter.allows(name, key);
      }
    },
    giveBack: async (name, key) => {
      try {
        await limiterOf(name).reward(key);
      } catch {
        await localLimiter.giveBack(name, key);
      }
    },
  };
}
