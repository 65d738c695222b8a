import type { Database } from '../../../platform/database/pool.ts';
import type { TaskRunners } from '../../../platform/jobs/index.ts';
import type { Logger } from '../../../platform/telemetry/logging.ts';
import {
  readCachedSum,
  readLedgerSum,
  recomputeLedgerSum,
  sumRecentEntries,
  writeLedgerTotal,
} from './ledger-sum-queries.ts';

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

interface SumLedgerDeps {
  readonly database: Pick<Database, 'pool'>;
  readonly log: Pick<Logger, 'error'>;
}

/** Sums the ledger and stores the sum; a sum that is not zero is logged as an error. */
export async function sumLedger({ database: { pool }, log }: SumLedgerDeps): Promise<void> {
  const [old] = await readCachedSum(pool, {});
  if (old) {
    const [recent = { sum: '0' }] = await sumRecentEntries(pool, { below: old.below });
    await writeLedgerTotal(pool, { total: String(BigInt(old.sum) + BigInt(recent.sum)) });
  } else {
    await recomputeLedgerSum(pool, {});
  }
  const sum = await readLedgerSum(pool);
  if (sum && sum.total !== 0) log.error({ centavos: sum.total }, 'the ledger does not sum to zero');
}

export const ledgerTasks = (deps: SumLedgerDeps): TaskRunners<LedgerTasks> => ({
  'wallet.sum_ledger': () => sumLedger(deps),
});
