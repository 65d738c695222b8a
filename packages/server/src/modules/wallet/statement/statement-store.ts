import type { WalletEntry } from '@guilda/contract/wallet';
import type { Cursor } from '../../../platform/cursor.ts';
import type { Db } from '../../../platform/database/pool.ts';
import { eq, sql } from '../../../platform/database/query-builder.ts';
import { instantText, timeText } from '../../../platform/database/time-text.ts';
import { type LedgerBalance, type LedgerKind, ledgerBalances } from '../ledger/ledger-tables.ts';

/** A person's account balances, in centavos. */
export type Balances = Readonly<Record<LedgerBalance, number>>;

export async function readBalances(db: Db, uid: string): Promise<Balances> {
  const rows = await db
    .select({ account: ledgerBalances.account, balance: ledgerBalances.balance })
    .from(ledgerBalances)
    .where(eq(ledgerBalances.ownerId, uid));
  const found = Object.fromEntries(rows.map(({ account, balance }) => [account, balance]));
  return { held: 0, clearing: 0, seller: 0, platform: 0, withdrawing: 0, ...found };
}

export type StatementLine = {
  readonly id: string;
  readonly kind: LedgerKind;
  readonly paymentId: string | null;
  readonly purchaseCode: string | null;
  readonly productName: string | null;
  /** Until when the seller's part of the order is clearing; null when it is not. */
  readonly heldUntil: string | null;
  /** Change of held, clearing and available together, in signed centavos. */
  readonly amount: number;
  readonly createdAt: string;
  /** Sort key of the cursor: microseconds, in UTC. */
  readonly key: string;
};

/**
 * The contract's kind of each ledger kind: a payment enters with the whole price, its completion takes the
 * fee. A release moves money from clearing to available, a payout money that was set aside: they change no
 * sum and make no line.
 */
export const statementKinds: Readonly<Record<LedgerKind, WalletEntry['kind']>> = {
  payment: 'sale',
  completion: 'fee',
  release: 'fee',
  refund: 'refund',
  withdrawal: 'withdrawal',
  payout: 'withdrawal',
  withdrawal_refused: 'withdrawal_refused',
};

export interface StatementPageQuery {
  readonly limit: number;
  readonly after: Cursor | null;
}

/**
 * A person's history as a seller, newest first: one line for each transaction that changed what is held,
 * clearing or available, so that the lines add up to the three balances. `limit + 1` lines when there are more. The index
 * `ledger_entries_statement` gives the order, so that the cost does not grow with the history.
 */
export async function listStatementLines(
  db: Db,
  uid: string,
  page: StatementPageQuery,
): Promise<StatementLine[]> {
  const { limit, after } = page;
  const past = after
    ? sql`(e.created_at, e.transaction_id) < (${after.key}::timestamptz, ${after.id}::uuid)`
    : sql`true`;
  const { rows } = await db.execute<Omit<StatementLine, 'amount'> & { amount: string }>(sql`
    SELECT t.id, t.kind, t.payment_id AS "paymentId", p.purchase_code AS "purchaseCode",
      p.product_name AS "productName", line.amount, ${instantText(sql`p.held_until`)} AS "heldUntil",
      ${instantText(sql`t.created_at`)} AS "createdAt",
      ${timeText(sql`t.created_at`)} AS key
    FROM (
      SELECT e.transaction_id, e.created_at, sum(e.amount) AS amount FROM ledger_entries e
      WHERE e.owner_id = ${uid} AND e.account IN ('held', 'clearing', 'seller') AND ${past}
      GROUP BY e.created_at, e.transaction_id HAVING sum(e.amount) <> 0
      ORDER BY e.created_at DESC, e.transaction_id DESC LIMIT ${limit + 1}
    ) line
      JOIN ledger_transactions t ON t.id = line.transaction_id
      LEFT JOIN payments p ON p.id = t.payment_id
    ORDER BY line.created_at DESC, line.transaction_id DESC`);
  return rows.map((row) => ({ ...row, amount: Number(row.amount) }));
}
