import type { DatabaseLog } from '../../platform/database/log.ts';
import { createMemoryRateLimiter, type RateLimiter } from '../../platform/limits/rate-limiter.ts';
import type { Fanout } from '../../ports/fanout.ts';
import type { Ids } from '../../ports/ids.ts';
import { createRedisFanout } from './fanout.ts';
import { createRedisLink, type RedisLink } from './link.ts';
import { createRedisRateLimiter } from './rate-limiter.ts';

export { diagnoseRedis } from './diagnose.ts';

/** Time to wait for Redis at startup, in ms. */
const START_TIMEOUT_MS = 4_000;

export interface RedisOptions {
  /** URL `redis://…` or `rediss://…`, with credentials and the number of the database. */
  readonly url: string;
  readonly ids: Ids;
  readonly log: DatabaseLog;
  /** Factor that multiplies every rate limit (`RATE_LIMIT_FACTOR`). */
  readonly rateLimitFactor: number;
}

/** Services that several nodes share over one Redis. */
export interface RedisConnection {
  readonly fanout: Fanout;
  readonly limiter: RateLimiter;
}

/** Thrown when Redis does not answer at startup. */
export class RedisUnavailableError extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.name = 'RedisUnavailableError';
  }
}

/**
 * Connects to Redis; rejects with `RedisUnavailableError` when it cannot be used at startup. Later outages are
 * tolerated: messages are lost, rate limits are counted by each node alone, and no request waits.
 */
export async function openRedis(options: RedisOptions): Promise<RedisConnection> {
  const { url, ids, log, rateLimitFactor } = options;
  const database = new URL(url).pathname.slice(1) || '0';
  const fanoutOptions = { nodeId: ids.uuid(), channel: `guilda:${database}:notes`, log };
  // Fan-out and link depend on each other: the link prepares connections for the fan-out, which publishes over the link.
  const redisFanout = createRedisFanout(fanoutOptions, () => link);
  const link: RedisLink = createRedisLink({
    url,
    log,
    prepare: redisFanout.prepare,
    onAvailable: redisFanout.onAvailable,
  });
  await link.start(START_TIMEOUT_MS).catch((error: unknown) => {
    throw new RedisUnavailableError(error);
  });
  return {
    fanout: Object.assign(redisFanout.fanout, {
      ping: link.ping,
      close: async () => {
        redisFanout.stop();
        await link.close();
      },
    }),
    limiter: createRedisRateLimiter(
      () => link,
      rateLimitFactor,
      createMemoryRateLimiter(rateLimitFactor),
    ),
  };
}
