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

/*
 * This file sums a long ledger without reading all entries each time. Entry ids begin with their time (UUIDv7).
 * Entries older than an hour, to which no running transaction can add, are summed once a day; later entries are
 * summed every minute. One process runs the job, and readers of the sum read one row.
 */

/** Background jobs of the ledger. */
export type LedgerTasks = {
  /** Computes the sum of the ledger; runs every minute. */
  readonly 'wallet.sum_ledger': Readonly<Record<string, string>>;
};

export const ledgerSchedule = { 'wallet.sum_ledger': '* * * * *' } as const;

interface SumLedgerDeps {
  readonly database: Pick<Database, 'pool'>;
  readonly log: Pick<Logger, 'error'>;
}

/** Computes and stores the sum of the ledger; logs an error when the sum is not zero. */
export async function sumLedger({ database: { pool }, log }: SumLedgerDeps): Promise<void> {
  const [cachedSum] = await readCachedSum(pool, {});
  if (cachedSum) {
    const [recentSum = { sum: '0' }] = await sumRecentEntries(pool, { below: cachedSum.below });
    await writeLedgerTotal(pool, { total: String(BigInt(cachedSum.sum) + BigInt(recentSum.sum)) });
  } else {
    await recomputeLedgerSum(pool, {});
  }
  const ledgerTotal = await readLedgerSum(pool);
  if (ledgerTotal && ledgerTotal.total !== 0)
    log.error({ centavos: ledgerTotal.total }, 'the ledger does not sum to zero');
}

export const ledgerTasks = (deps: SumLedgerDeps): TaskRunners<LedgerTasks> => ({
  'wallet.sum_ledger': () => sumLedger(deps),
});
