import type { DatabaseLog } from '../../platform/database/log.ts';
import { memoryRateLimiter, type RateLimiter } from '../../platform/limits/rate-limiter.ts';
import type { Fanout } from '../../ports/fanout.ts';
import type { Ids } from '../../ports/ids.ts';
import { redisFanout } from './fanout.ts';
import { createLink, type RedisLink } from './link.ts';
import { redisRateLimiter } from './rate-limiter.ts';

export { diagnoseRedis } from './diagnose.ts';

/** How long a start waits for Redis, in ms. */
const START_MS = 4_000;

export interface RedisOptions {
  /** `redis://` or `rediss://`, with credentials and the number of the database. */
  readonly url: string;
  readonly ids: Ids;
  readonly log: DatabaseLog;
  /** Multiplies every limit (`RATE_LIMIT_FACTOR`). */
  readonly rateLimitFactor: number;
}

/** What several nodes share by Redis. */
export interface Redis {
  readonly fanout: Fanout;
  readonly limiter: RateLimiter;
}

/** Redis did not answer at the start. */
export class RedisUnavailableError extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.name = 'RedisUnavailableError';
  }
}

/**
 * Connects to Redis; rejects with `RedisUnavailableError` when it cannot be used at the start. From
 * then on it may come and go: notes are lost, limits are counted locally, nothing waits.
 */
export async function openRedis(options: RedisOptions): Promise<Redis> {
  const { url, ids, log, rateLimitFactor } = options;
  const database = new URL(url).pathname.slice(1) || '0';
  const parts = { nodeId: ids.uuid(), channel: `guilda:${database}:notes`, log };
  // Each needs the other: the link readies its connections for the fan-out, which tells by the link.
  const notes = redisFanout(parts, () => link);
  const link: RedisLink = createLink({ url, log, prepare: notes.prepare, up: notes.up });
  await link.start(START_MS).catch((error: unknown) => {
    throw new RedisUnavailableError(error);
  });
  return {
    fanout: Object.assign(notes.fanout, {
      ping: link.ping,
      close: async () => {
        notes.stop();
        await link.close();
      },
    }),
    limiter: redisRateLimiter(() => link, rateLimitFactor, memoryRateLimiter(rateLimitFactor)),
  };
}
