import type { Screen } from '@guilda/contract/privacy/screens';
import { databaseNow } from '../../platform/database/clock.ts';
import { compileStatement } from '../../platform/database/prepared.ts';
import { sql } from '../../platform/database/query-builder.ts';

/** One row of `analytics_counts`: how often an event happened on a day. */
export interface EventCount {
  readonly event: string;
  /**
   * The screen, category or kind of resource of the event. For web vitals: metric, device, screen and bucket, separated
   * by spaces. An empty string for events without such a detail.
   */
  readonly detail: string;
  readonly count: number;
  /** Sum of the amounts of the events in centavos, or of their durations in ms, depending on the event. */
  readonly total: number;
}

/** An error that a browser reported, with personal data removed. */
export interface ClientError {
  readonly message: string;
  readonly screen: Screen;
  readonly stack: string;
}

const placeholder = (name: keyof EventCount | keyof ClientError | 'fingerprint' | 'max') =>
  sql.placeholder(name);

/**
 * Adds to the counts of today, in São Paulo's time zone. The parameters `event`, `detail`, `count` and `total` are
 * arrays of equal length. Rows are locked in a fixed order, so that two batches do not deadlock.
 */
export const addToDailyCounts = compileStatement(
  sql`INSERT INTO analytics_counts AS counted (day, event, detail, count, total)
    SELECT (now() AT TIME ZONE 'America/Sao_Paulo')::date, event, detail, count, total
    FROM unnest(${placeholder('event')}::text[], ${placeholder('detail')}::text[],
      ${placeholder('count')}::bigint[], ${placeholder('total')}::bigint[]) AS one (event, detail, count, total)
    ORDER BY event COLLATE "C", detail COLLATE "C"
    ON CONFLICT (day, event, detail) DO UPDATE
      SET count = counted.count + excluded.count, total = counted.total + excluded.total`,
  'analytics counts',
);

/**
 * Counts a client error. A new error is stored only while fewer than `max` errors were first seen in the last 24 hours;
 * otherwise no row is returned. `fingerprint` is a hash of the error.
 */
export const countClientError = compileStatement(
  sql`INSERT INTO client_errors AS stored (fingerprint, message, screen, stack)
    SELECT ${placeholder('fingerprint')}::bytea, ${placeholder('message')}, ${placeholder('screen')}, ${placeholder('stack')}
    WHERE EXISTS (SELECT FROM client_errors WHERE fingerprint = ${placeholder('fingerprint')}::bytea)
      OR (SELECT count(*) FROM client_errors WHERE first_at > now() - interval '1 day')
        < ${placeholder('max')}::bigint
    ON CONFLICT (fingerprint) DO UPDATE
      SET count = stored.count + 1, last_at = ${databaseNow}
    RETURNING 1 AS stored`,
  'client error',
);
