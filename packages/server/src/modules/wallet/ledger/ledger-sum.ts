import type { Database } from '../../../platform/database/pool.ts';
import { compileStatement, type Queryable } from '../../../platform/database/prepared.ts';
import { sql } from '../../../platform/database/query-builder.ts';
import type { TaskRunners } from '../../../platform/jobs/index.ts';
import type { Logger } from '../../../platform/telemetry/logging.ts';

/**
 * Sums a long ledger without reading it all each time. Ids of entries begin with their time (UUIDv7):
 * entries older than an hour, to which no running transaction can add, are summed once a day, the rest
 * each minute. One process runs the job; readers read one row.
 */

/** The background work of this module. */
export type LedgerTasks = {
  /** Sums the ledger; scheduled. */
  readonly 'wallet.sum_ledger': Readonly<Record<string, string>>;
};

export const ledgerSchedule = { 'wallet.sum_ledger': '* * * * *' } as const;

/** The smallest id of an entry of the last hour. */
const hourAgo = sql`(lpad(to_hex((extract(epoch FROM now() - interval '1 hour') * 1000)::bigint), 12, '0')
  || repeat('0', 20))::uuid`;

interface Kept extends Record<string, unknown> {
  readonly below: string;
  readonly sum: string;
}

const kept = compileStatement<Kept>(
  sql`SELECT kept_below AS below, kept_sum::text AS sum FROM ledger_sums
    WHERE kept_at > now() - interval '1 day'`,
);

// The boundary is a parameter with a value, because a generic plan would read the whole table.
const sumFrom = compileStatement<{ sum: string }>(
  sql`SELECT coalesce(sum(amount), 0)::text AS sum FROM ledger_entries
    WHERE id >= ${sql.placeholder('below')}::uuid`,
);

const keepTotal = compileStatement(
  sql`UPDATE ledger_sums SET total = ${sql.placeholder('total')}::numeric, summed_at = now()`,
);

const sumWhole = compileStatement(
  sql`INSERT INTO ledger_sums (kept_below, kept_sum, kept_at, total, summed_at)
    SELECT below, coalesce(sum(amount) FILTER (WHERE id < below), 0), now(),
      coalesce(sum(amount), 0), now()
    FROM (SELECT ${hourAgo} AS below) b LEFT JOIN ledger_entries ON true GROUP BY below
    ON CONFLICT (one) DO UPDATE SET kept_below = EXCLUDED.kept_below, kept_sum = EXCLUDED.kept_sum,
      kept_at = EXCLUDED.kept_at, total = EXCLUDED.total, summed_at = EXCLUDED.summed_at`,
);

interface SumDeps {
  readonly database: Pick<Database, 'pool'>;
  readonly log: Pick<Logger, 'error'>;
}

/** Sums the ledger and stores the sum; a sum that is not zero is logged as an error. */
export async function sumLedger({ database: { pool }, log }: SumDeps): Promise<void> {
  const [old] = await kept(pool, {});
  if (old) {
    const [recent = { sum: '0' }] = await sumFrom(pool, { below: old.below });
    await keepTotal(pool, { total: String(BigInt(old.sum) + BigInt(recent.sum)) });
  } else {
    await sumWhole(pool, {});
  }
  const sum = await readLedgerSum(pool);
  if (sum && sum.total !== 0) log.error({ centavos: sum.total }, 'the ledger does not sum to zero');
}

export const ledgerTasks = (deps: SumDeps): TaskRunners<LedgerTasks> => ({
  'wallet.sum_ledger': () => sumLedger(deps),
});

export interface LedgerTotal {
  /** Centavos; anything but 0 is an inconsistency. */
  readonly total: number;
  readonly summedAt: Date;
}

const lastSum = compileStatement<{ total: string; summedAt: Date }>(
  sql`SELECT total::text AS total, summed_at AS "summedAt" FROM ledger_sums`,
  'ledger sum',
);

/** The last sum, about a minute old at most; null before the first run. */
export async function readLedgerSum(connection: Queryable): Promise<LedgerTotal | null> {
  const [row] = await lastSum(connection, {});
  return row ? { total: Number(row.total), summedAt: row.summedAt } : null;
}
