import type { Db } from '../../../platform/database/pool.ts';
import { inArray, type SQL, sql } from '../../../platform/database/query-builder.ts';
import { ledgerTransactions } from '../ledger/ledger-tables.ts';
import { type SellerSums, sumNames } from './seller-sums.ts';

/** Columns with the sums of a seller's ledger entries `e` of transactions `t`; the seller's purchases are left out. */
const sumColumns = sql`
  sum(e.amount) FILTER (WHERE t.kind = 'payment') AS sales,
  sum(e.amount) FILTER (WHERE e.account = 'platform' AND e.amount > 0) AS "feesCharged",
  sum(-e.amount) FILTER (WHERE e.account = 'platform' AND e.amount < 0) AS "feesReturned",
  sum(-e.amount) FILTER (WHERE t.kind IN ('refund', 'partial_refund')) AS refunds,
  sum(-e.amount) FILTER (WHERE t.kind = 'chargeback') AS chargebacks,
  sum(e.amount) FILTER (WHERE t.kind = 'chargeback_won') AS "chargebacksWon",
  sum(e.amount) FILTER (WHERE e.account = 'debt' AND e.amount > 0) AS "debtPaid",
  sum(e.amount) FILTER (WHERE e.account = 'paid_out' AND e.amount > 0) AS withdrawals,
  sum(-e.amount) FILTER (WHERE e.account = 'paid_out' AND e.amount < 0) AS "withdrawalsReturned"`;

/** The driver returns sums as text, and null when there were no rows to add. */
type SumRow = Record<keyof SellerSums, string | null>;

function toSums(row: SumRow): SellerSums {
  const sumEntries = sumNames.map((name) => [name, Number(row[name] ?? 0)]);
  return Object.fromEntries(sumEntries) as Record<keyof SellerSums, number>;
}

/** The first moment of a month in Brasília; month 13 is January of the next year. */
const monthStart = (year: number, month: number): SQL =>
  sql`make_timestamptz(${month > 12 ? year + 1 : year}, ${month > 12 ? 1 : month}, 1, 0, 0, 0, 'America/Sao_Paulo')`;

const { kind } = ledgerTransactions;
const allKindsCondition = inArray(kind, [...kind.enumValues]);

/**
 * Selects all ledger transactions of a seller through the seller's orders, chargebacks and withdrawals, because no
 * index of the ledger entries covers every account. All kinds are named so that PostgreSQL uses the indexes that begin
 * with the kind.
 */
const transactionsOf = (uid: string): SQL => sql`
  SELECT ledger_transactions.* FROM payments p JOIN ledger_transactions ON payment_id = p.id
    WHERE p.seller_id = ${uid} AND ${allKindsCondition}
  UNION ALL SELECT ledger_transactions.* FROM payments p JOIN chargebacks c ON c.payment_id = p.id
    JOIN ledger_transactions ON chargeback_id = c.id WHERE p.seller_id = ${uid}
  UNION ALL SELECT ledger_transactions.* FROM withdrawals w JOIN ledger_transactions ON withdrawal_id = w.id
    WHERE w.owner_id = ${uid} AND ${allKindsCondition}`;

/** One year of a seller's ledger in Brasília time. */
export interface SellerLedgerYear {
  /**
   * The seller's money before the year in centavos: held, clearing, available and requested withdrawals, minus debt.
   */
  readonly openingBalance: number;
  /** The sums of the twelve months, January first. */
  readonly months: readonly (SellerSums & { readonly month: number })[];
}

/** Reads a seller's year in one SQL statement, so that all sums include the same ledger transactions. */
export async function readSellerLedgerYear(
  db: Db,
  uid: string,
  year: number,
): Promise<SellerLedgerYear> {
  const yearStart = monthStart(year, 1);
  const { rows } = await db.execute<SumRow & { month: number; wallet: string | null }>(sql`
    SELECT CASE WHEN t.created_at < ${yearStart} THEN 0
        ELSE extract(month FROM t.created_at AT TIME ZONE 'America/Sao_Paulo')::integer END AS month,
      sum(e.amount) FILTER (WHERE e.account IN ('held', 'clearing', 'seller', 'debt', 'withdrawing')) AS wallet,
      ${sumColumns}
    FROM (${transactionsOf(uid)}) t JOIN ledger_entries e ON e.transaction_id = t.id
    WHERE e.owner_id = ${uid} AND t.created_at < ${monthStart(year + 1, 1)}
    GROUP BY 1`);
  const rowOf = (month: number) => rows.find((row) => row.month === month);
  const emptySums = Object.fromEntries(sumNames.map((name) => [name, null])) as SumRow;
  return {
    openingBalance: Number(rowOf(0)?.wallet ?? 0),
    months: Array.from({ length: 12 }, (_, index) => ({
      month: index + 1,
      ...toSums(rowOf(index + 1) ?? emptySums),
    })),
  };
}

/** The year in Brasília of a seller's first sale; null before the first sale. */
export async function findFirstYear(db: Db, uid: string): Promise<number | null> {
  const { rows } = await db.execute<{ year: number }>(sql`
    SELECT extract(year FROM e.created_at AT TIME ZONE 'America/Sao_Paulo')::integer AS year
    FROM ledger_entries e
    WHERE e.owner_id = ${uid} AND e.account IN ('held', 'clearing', 'seller', 'debt')
    ORDER BY e.created_at, e.transaction_id LIMIT 1`);
  return rows[0]?.year ?? null;
}

/** A seller with ledger transactions in a month, and their sums; `username` is the current username. */
export interface SellerWithMonthSums extends SellerSums {
  readonly uid: string;
  readonly username: string;
  /** The encrypted payout profile; null without one. */
  readonly sealed: Buffer | null;
}

const isInMonth = (year: number, month: number): SQL =>
  sql`t.created_at >= ${monthStart(year, month)} AND t.created_at < ${monthStart(year, month + 1)}`;

/** The sums of all sellers with ledger transactions in a month, in the order of the sellers' ids. */
export async function listSellersWithMonthSums(
  tx: Db,
  year: number,
  month: number,
): Promise<SellerWithMonthSums[]> {
  const { rows } = await tx.execute<
    SumRow & Pick<SellerWithMonthSums, 'uid' | 'username' | 'sealed'>
  >(sql`
    SELECT u.uid, u.username, p.sealed, sums.* FROM (
      SELECT e.owner_id, ${sumColumns}
      FROM ledger_transactions t JOIN ledger_entries e ON e.transaction_id = t.id
      WHERE ${isInMonth(year, month)} AND e.account <> 'buyer' GROUP BY e.owner_id) sums
      JOIN users u ON u.uid = sums.owner_id LEFT JOIN payout_profiles p ON p.uid = sums.owner_id
    ORDER BY u.uid`);
  return rows.map((row) => ({
    ...toSums(row),
    uid: row.uid,
    username: row.username,
    sealed: row.sealed,
  }));
}

/** Change in a month, in centavos, of the accounts whose money does not belong to sellers. */
export async function readNonSellerSumsOfMonth(
  tx: Db,
  year: number,
  month: number,
): Promise<Readonly<Record<'buyer' | 'platform' | 'paidOut', number>>> {
  const { rows } = await tx.execute<{ account: string; amount: string }>(sql`
    SELECT e.account, sum(e.amount) AS amount
    FROM ledger_transactions t JOIN ledger_entries e ON e.transaction_id = t.id
    WHERE ${isInMonth(year, month)} GROUP BY e.account`);
  const amountOf = (account: string) =>
    Number(rows.find((row) => row.account === account)?.amount ?? 0);
  return {
    buyer: amountOf('buyer'),
    platform: amountOf('platform'),
    paidOut: amountOf('paid_out'),
  };
}
