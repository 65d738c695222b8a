import { compileStatement, type Queryable } from '../../../platform/database/prepared.ts';
import { sql } from '../../../platform/database/query-builder.ts';

/** The smallest entry id of the last hour, in SQL. */
const idOneHourAgo = sql`(lpad(to_hex((extract(epoch FROM now() - interval '1 hour') * 1000)::bigint), 12, '0')
  || repeat('0', 20))::uuid`;

interface CachedSum extends Record<string, unknown> {
  /** Ledger entries with an id lower than this one are part of `sum`. */
  readonly below: string;
  /** Sum in centavos as decimal text, because the driver returns sums as text. */
  readonly sum: string;
}

/**
 * The cached sum in centavos of all entries with an id lower than `below`; no row when it was computed more than a day
 * ago.
 */
export const readCachedSum = compileStatement<CachedSum>(
  sql`SELECT kept_below AS below, kept_sum::text AS sum FROM ledger_sums
    WHERE kept_at > now() - interval '1 day'`,
);

/**
 * Sum in centavos of the entries whose id is `below` or higher. The statement has no name, so that PostgreSQL plans it
 * with the given `below`: a plan for any boundary would read the whole table.
 */
export const sumRecentEntries = compileStatement<{ sum: string }>(
  sql`SELECT coalesce(sum(amount), 0)::text AS sum FROM ledger_entries
    WHERE id >= ${sql.placeholder('below')}::uuid`,
);

/** Stores the sum of the whole ledger, in centavos. */
export const writeLedgerTotal = compileStatement(
  sql`UPDATE ledger_sums SET total = ${sql.placeholder('total')}::numeric, summed_at = now()`,
);

/**
 * Sums the whole ledger. Stores the total, the sum of the entries older than an hour, and an upper limit of the ids of
 * these older entries.
 */
export const recomputeLedgerSum = compileStatement(
  sql`INSERT INTO ledger_sums (kept_below, kept_sum, kept_at, total, summed_at)
    SELECT below, coalesce(sum(amount) FILTER (WHERE id < below), 0), now(),
      coalesce(sum(amount), 0), now()
    FROM (SELECT ${idOneHourAgo} AS below) b LEFT JOIN ledger_entries ON true GROUP BY below
    ON CONFLICT (one) DO UPDATE SET kept_below = EXCLUDED.kept_below, kept_sum = EXCLUDED.kept_sum,
      kept_at = EXCLUDED.kept_at, total = EXCLUDED.total, summed_at = EXCLUDED.summed_at`,
);

export interface LedgerTotal {
  /** Sum of all entries in centavos; any value except 0 is an error in the ledger. */
  readonly total: number;
  readonly summedAt: Date;
}

const lastSumStatement = compileStatement<{ total: string; summedAt: Date }>(
  sql`SELECT total::text AS total, summed_at AS "summedAt" FROM ledger_sums`,
  'ledger sum',
);

/** The last computed sum, normally at most a minute old; null before the first run. */
export async function readLedgerSum(connection: Queryable): Promise<LedgerTotal | null> {
  const [row] = await lastSumStatement(connection, {});
  return row ? { total: Number(row.total), summedAt: row.summedAt } : null;
}
