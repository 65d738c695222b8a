import type { Pool } from 'pg';

/** Limit on a bot's requests over all routes, as at Discord: 50 in one second. */
const GLOBAL_LIMIT = { limit: 50, ms: 1_000 };

/** Limit on requests for each route and channel or server; Discord's real limits are lower and undocumented. */
const ROUTE_LIMIT = { limit: 40, ms: 2_000 };

/** State of a rate limit bucket after a request. */
export interface BucketState {
  readonly limit: number;
  /** Number of further requests that are allowed; below 0 when too many were sent. */
  readonly remaining: number;
  /** Seconds from now until the count starts again at zero. */
  readonly resetAfter: number;
  /** Time at which the count starts again at zero, in seconds since 1970. */
  readonly resetAt: number;
}

export interface BucketStates {
  readonly global: BucketState;
  readonly route: BucketState;
}

interface BucketRow {
  readonly id: string;
  readonly used: number;
  readonly resetAt: number;
  readonly now: number;
}

function toBucketState(row: BucketRow | undefined, limit: number): BucketState {
  if (!row) throw new Error('a count vanished while it was taken');
  const resetAfter = Math.max(0, Math.ceil(row.resetAt - row.now)) / 1000;
  return { limit, remaining: limit - row.used, resetAfter, resetAt: row.resetAt / 1000 };
}

/**
 * Creates the storage of request counts, which all nodes share. Time comes from the database's clock, because the
 * injected clock of a test may stand still.
 */
export function createRateLimitStore(pool: Pool) {
  return {
    /** Counts one request in its bucket and in the bot's global bucket. */
    async count(bucket: string): Promise<BucketStates> {
      const { rows } = await pool.query<BucketRow>(
        `WITH moment AS (SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS now)
         INSERT INTO discord_sandbox (kind, id, body)
         SELECT 'bucket', counts.id,
           jsonb_build_object('used', 1, 'resetAt', now + counts.ms, 'now', now)
         FROM moment, (VALUES ('global', $2::float8), ($1, $3::float8)) counts (id, ms)
         ON CONFLICT (kind, id) DO UPDATE SET body =
           CASE WHEN (discord_sandbox.body->>'resetAt')::float8 <= (excluded.body->>'now')::float8
             THEN excluded.body
             ELSE discord_sandbox.body || jsonb_build_object('now', excluded.body->'now',
               'used', (discord_sandbox.body->>'used')::int + 1) END
         RETURNING id, (body->>'used')::int AS used,
           (body->>'resetAt')::float8 AS "resetAt", (body->>'now')::float8 AS now`,
        [bucket, GLOBAL_LIMIT.ms, ROUTE_LIMIT.ms],
      );
      return {
        global: toBucketState(
          rows.find(({ id }) => id === 'global'),
          GLOBAL_LIMIT.limit,
        ),
        route: toBucketState(
          rows.find(({ id }) => id === bucket),
          ROUTE_LIMIT.limit,
        ),
      };
    },
  };
}

export type RateLimitStore = ReturnType<typeof createRateLimitStore>;
