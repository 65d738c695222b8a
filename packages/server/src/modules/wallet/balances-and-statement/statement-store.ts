import type { WalletEntry } from '@guilda/contract/money/wallet';
import type { Cursor } from '../../../platform/cursor.ts';
import type { Db } from '../../../platform/database/pool.ts';
import { sql } from '../../../platform/database/query-builder.ts';
import { instantText, timeText } from '../../../platform/database/time-text.ts';
import type { LedgerKind } from '../ledger/ledger-tables.ts';

export type StatementLine = {
  readonly id: string;
  readonly kind: LedgerKind;
  readonly orderId: string | null;
  readonly purchaseCode: string | null;
  readonly productName: string | null;
  /**
   * Time at which the clearing time of the order ends; null before completion, after the clearing time, during a dispute
   * and without an order.
   */
  readonly heldUntil: string | null;
  /** Whether a dispute of the order is unresolved; false without an order. */
  readonly disputed: boolean;
  /** Whether the order is paid and neither completed nor refunded; false without an order. */
  readonly open: boolean;
  /** Change of `held` plus `clearing` plus `available` less `debt` in centavos; negative for a decrease. */
  readonly amount: number;
  readonly createdAt: string;
  /** Time of the line in UTC with microseconds, as cursor key. */
  readonly key: string;
};

/**
 * For each kind of ledger transaction, the kind of its line on the statement. A payment is a line with the whole price,
 * its completion a line with the fee. The values of `release`, `payout` and `debt_payment` are not used: these do not
 * change the sum of `held`, `clearing` and `available` less `debt`, so they have no line.
 */
export const statementKinds: Readonly<Record<LedgerKind, WalletEntry['kind']>> = {
  payment: 'sale',
  completion: 'fee',
  release: 'fee',
  refund: 'refund',
  partial_refund: 'refund',
  withdrawal: 'withdrawal',
  payout: 'withdrawal',
  withdrawal_refused: 'withdrawal_refused',
  chargeback: 'chargeback',
  chargeback_won: 'chargeback_won',
  debt_payment: 'chargeback',
  payout_returned: 'withdrawal_refused',
};

export interface StatementPageQuery {
  readonly limit: number;
  readonly afterCursor: Cursor | null;
}

/**
 * The statement of a seller, newest first: one line for each transaction that changed the sum of `held`, `clearing` and
 * `available` less `debt`, so that the lines add up to the balances. `limit + 1` lines when another page follows. The
 * index `ledger_entries_statement_with_debt` has this order, so that the cost of a page does not grow with the history.
 */
export async function listStatementLines(
  db: Db,
  uid: string,
  pageQuery: StatementPageQuery,
): Promise<StatementLine[]> {
  const { limit, afterCursor } = pageQuery;
  const isAfterCursor = afterCursor
    ? sql`(e.created_at, e.transaction_id) < (${afterCursor.key}::timestamptz, ${afterCursor.id}::uuid)`
    : sql`true`;
  const { rows } = await db.execute<Omit<StatementLine, 'amount'> & { amount: string }>(sql`
    SELECT t.id, t.kind, p.id AS "orderId", p.purchase_code AS "purchaseCode",
      p.product_name AS "productName", line.amount, ${instantText(sql`p.held_until`)} AS "heldUntil",
      p.open_dispute_id IS NOT NULL AS disputed,
      coalesce(p.service_status IN ('awaiting_start', 'in_progress'), false) AS open,
      ${instantText(sql`t.created_at`)} AS "createdAt",
      ${timeText(sql`t.created_at`)} AS key
    FROM (
      SELECT e.transaction_id, e.created_at, sum(e.amount) AS amount FROM ledger_entries e
      WHERE e.owner_id = ${uid} AND e.account IN ('held', 'clearing', 'seller', 'debt') AND ${isAfterCursor}
      GROUP BY e.created_at, e.transaction_id HAVING sum(e.amount) <> 0
      ORDER BY e.created_at DESC, e.transaction_id DESC LIMIT ${limit + 1}
    ) line
      JOIN ledger_transactions t ON t.id = line.transaction_id
      LEFT JOIN chargebacks c ON c.id = t.chargeback_id
      LEFT JOIN payments p ON p.id = coalesce(t.payment_id, c.payment_id)
    ORDER BY line.created_at DESC, line.transaction_id DESC`);
  return rows.map((row) => ({ ...row, amount: Number(row.amount) }));
}
