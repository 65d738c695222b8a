import { afterAll, beforeAll, expect, it } from 'vitest';
import { mailSite } from '../../../../test/fixtures/data/mail-site.ts';
import { testEncryption } from '../../../../test/fixtures/data/payouts.ts';
import { fakeClock } from '../../../../test/fixtures/fakes/fake-clock.ts';
import { buildRandomLedger } from '../../../../test/fixtures/modules/money/random-ledger.ts';
import { quietLog } from '../../../../test/fixtures/server/quiet-log.ts';
import {
  createTestDatabase,
  type TestDatabase,
} from '../../../../test/fixtures/server/test-database.ts';
import { seed } from '../../../../test/seed.ts';
import type { Person } from '../../../platform/actor.ts';
import { createDatabase, type Database } from '../../../platform/database/pool.ts';
import { readAnnualStatement } from './annual-statement.ts';
import { netEarnings, type SellerSums, zeroSellerSums } from './seller-sums.ts';

const OPERATION_COUNT = 700;
const STATEMENT_YEARS = [2024, 2025, 2026];

let testDatabase: TestDatabase;
let database: Database;
let sellerUids: string[];
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = createDatabase(testDatabase.pooledUrl, { log: quietLog });
  sellerUids = await buildRandomLedger(database, { seed, operations: OPERATION_COUNT, sellers: 3 });
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

interface LedgerEntry {
  readonly kind: string;
  readonly account: string;
  readonly amount: number;
  readonly at: Date;
}

async function readEntries(uid: string): Promise<LedgerEntry[]> {
  const { rows } = await database.pool.query<LedgerEntry & { amount: string }>(
    `SELECT t.kind, e.account, e.amount, t.created_at AS at
     FROM ledger_entries e JOIN ledger_transactions t ON t.id = e.transaction_id
     WHERE e.owner_id = $1 AND e.account <> 'buyer'`,
    [uid],
  );
  return rows.map((row) => ({ ...row, amount: Number(row.amount) }));
}

/** The month of a moment as `2025-03`, computed without the database. */
const monthOf = (date: Date) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo' }).format(date).slice(0, 7);

const sumOf = (entries: readonly LedgerEntry[], isCounted: (entry: LedgerEntry) => boolean) =>
  entries.filter(isCounted).reduce((sum, { amount }) => sum + amount, 0);

/** The sums of entries, added one by one. */
function addEntries(entries: readonly LedgerEntry[]): SellerSums {
  const sumKinds = (kinds: readonly string[]) => sumOf(entries, ({ kind }) => kinds.includes(kind));
  const sumAccount = (name: string, sign: 1 | -1) =>
    sign * sumOf(entries, (entry) => entry.account === name && entry.amount * sign > 0) + 0;
  return {
    sales: sumKinds(['payment']),
    feesCharged: sumAccount('platform', 1),
    feesReturned: sumAccount('platform', -1),
    refunds: 0 - sumKinds(['refund', 'partial_refund']),
    chargebacks: 0 - sumKinds(['chargeback']),
    chargebacksWon: sumKinds(['chargeback_won']),
    debtPaid: sumAccount('debt', 1),
    withdrawals: sumAccount('paid_out', 1),
    withdrawalsReturned: sumAccount('paid_out', -1),
  };
}

const walletAccounts = ['held', 'clearing', 'seller', 'debt', 'withdrawing'];

it(`equals the ledger to the centavo, each month and year (TEST_SEED=${seed})`, async () => {
  const deps = { database, dataEncryption: testEncryption, company: mailSite.company };
  const readStatement = readAnnualStatement({
    ...deps,
    clock: fakeClock('2026-12-31T12:00:00.000Z'),
  });
  const totalAmounts: Record<keyof SellerSums, number> = { ...zeroSellerSums };
  for (const uid of sellerUids) {
    const actor = { uid } as Person;
    const entries = await readEntries(uid);
    let balance = 0;
    for (const year of STATEMENT_YEARS) {
      const statement = await readStatement(actor, year);
      if (!statement.ok) throw new Error('refused');
      const { months, openingBalance, closingBalance, total: sumsOfYear } = statement.value;
      for (const { month, ...sums } of months) {
        const name = `${year}-${String(month).padStart(2, '0')}`;
        expect(sums, name).toEqual(addEntries(entries.filter(({ at }) => monthOf(at) === name)));
      }
      const entriesOfYear = entries.filter(({ at }) => monthOf(at).startsWith(`${year}`));
      expect(sumsOfYear).toEqual(addEntries(entriesOfYear));
      const paidOut = sumOf(entriesOfYear, ({ account }) => account === 'paid_out');
      const balanceOfYear = sumOf(entriesOfYear, ({ account }) => walletAccounts.includes(account));
      expect(netEarnings(sumsOfYear) - paidOut).toBe(balanceOfYear);
      expect([openingBalance, closingBalance]).toEqual([balance, balance + balanceOfYear]);
      balance = closingBalance;
      for (const [key, value] of Object.entries(sumsOfYear)) {
        totalAmounts[key as keyof SellerSums] += value;
      }
    }
    const { rows } = await database.pool.query(
      `SELECT sum(balance) AS balance FROM ledger_balances
       WHERE owner_id = $1 AND account <> 'platform'`,
      [uid],
    );
    expect(balance).toBe(Number(rows[0].balance));
  }
  // No total may be 0: if the ledger had refused most transactions, this test would prove nothing.
  expect(Object.entries(totalAmounts).filter(([, value]) => value === 0)).toEqual([]);
});
