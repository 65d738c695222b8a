import { sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/pool.ts';
import { compileStatement, type Queryable } from '../../platform/database/prepared.ts';
import type { TaskRunners } from '../../platform/jobs/index.ts';
import type { Logger } from '../../platform/logging.ts';

/**
 * The sum of a long ledger without reading it all each time. Ids of entries begin with their time
 * (UUID 7): those older than an hour, which no transaction of today can still add to, are summed once a
 * day, the rest each minute. The job runs once over all processes; whoever wants the sum reads one row.
 */

/** The background work of this module. */
export type LedgerTasks = {
  /** Sums the ledger; runs by the clock. */
  readonly 'wallet.sum_ledger': Readonly<Record<string, string>>;
};

/** Each minute. */
export const ledgerSchedule = { 'wallet.sum_ledger': '* * * * *' } as const;

/** The first id that can be of the last hour. */
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

// The boundary as a value: a plan made without it would read everything.
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

/** Sums the ledger and keeps what it came to; what is not zero is told as an error. */
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

/** The background work, by name. */
export const ledgerTasks = (deps: SumDeps): TaskRunners<LedgerTasks> => ({
  'wallet.sum_ledger': () => sumLedger(deps),
});

/** What all entries of the ledger come to. */
export interface LedgerTotal {
  /** Centavos; 0 or something is off. */
  readonly total: number;
  readonly summedAt: Date;
}

const lastSum = compileStatement<{ total: string; summedAt: Date }>(
  sql`SELECT total::text AS total, summed_at AS "summedAt" FROM ledger_sums`,
  'ledger sum',
);

/** The sum as it was last read, within a minute or so; null before the first time. */
export async function readLedgerSum(connection: Queryable): Promise<LedgerTotal | null> {
  const [row] = await lastSum(connection, {});
  return row ? { total: Number(row.total), summedAt: row.summedAt } : null;
}
