import { soldStatuses } from '@guilda/contract/orders/order-statuses';
import { textLiterals } from '../../../platform/database/any-of.ts';
import type { Db } from '../../../platform/database/pool.ts';
import { type SQL, sql } from '../../../platform/database/query-builder.ts';
import type { LedgerAccount } from './ledger-tables.ts';

/** Result of summing the ledger. It is consistent when `total` is 0 and `unbalanced` is empty. */
export interface LedgerSum {
  /** Sum of all entries of all accounts, in centavos. */
  readonly total: number;
  /** Ids of transactions whose entries do not sum to zero, or that have no entries. */
  readonly unbalanced: readonly string[];
}

/** Sums every transaction. When each sums to zero, the whole ledger does. */
export async function readLedgerSums(db: Db): Promise<LedgerSum> {
  const { rows } = await db.execute<{ total: string; unbalanced: string[] }>(sql`
    SELECT coalesce(sum(amount), 0) AS total,
      coalesce(array_agg(id::text) FILTER (WHERE amount IS DISTINCT FROM 0), '{}') AS unbalanced
    FROM (
      SELECT t.id, sum(e.amount) AS amount
      FROM ledger_transactions t LEFT JOIN ledger_entries e ON e.transaction_id = t.id
      GROUP BY t.id
    ) sums`);
  return { total: Number(rows[0]?.total), unbalanced: rows[0]?.unbalanced ?? [] };
}

/** For each kind of ledger transaction, the accounts that it changes and the sign of each entry. */
const allowedShapes = sql`(VALUES
  ('payment', 'buyer- held+'),
  ('completion', 'clearing+ held- platform+'),
  ('completion', 'clearing+ held-'),
  ('completion', 'held- platform+ seller+'),
  ('completion', 'held- seller+'),
  ('completion', 'held- platform+'),
  ('release', 'clearing- seller+'),
  ('refund', 'buyer+ held-'),
  ('refund', 'buyer+ clearing- platform-'),
  ('refund', 'buyer+ clearing-'),
  ('refund', 'buyer+ platform-'),
  ('partial_refund', 'buyer+ held-'),
  ('partial_refund', 'buyer+ clearing- platform-'),
  ('partial_refund', 'buyer+ clearing-'),
  ('partial_refund', 'buyer+ platform-'),
  ('withdrawal', 'seller- withdrawing+'),
  ('payout', 'paid_out+ withdrawing-'),
  ('withdrawal_refused', 'seller+ withdrawing-'),
  ('payout_returned', 'paid_out- seller+'),
  ('debt_payment', 'debt+ seller-'))`;

/**
 * The accounts that a chargeback changes, with signs: it takes money from the seller's accounts and the platform and
 * gives it to the buyer. A chargeback that the bank decided for the seller (`chargeback_won`) has the opposite signs.
 */
const chargebackShapes = sql`(VALUES
  ('chargeback', '^buyer[+]( clearing-)?( debt-)?( held-)?( platform-)?( seller-)?$'),
  ('chargeback_won', '^buyer-( clearing[+])?( debt[+])?( held[+])?( platform[+])?( seller[+])?$'))`;

const selectWrongShapes = sql`
  SELECT t.id FROM ledger_transactions t JOIN LATERAL (
    SELECT string_agg(account || CASE WHEN amount < 0 THEN '-' ELSE '+' END, ' '
      ORDER BY account COLLATE "C") AS shape
    FROM ledger_entries e WHERE e.transaction_id = t.id
  ) m ON true
  WHERE NOT EXISTS (SELECT FROM ${allowedShapes} AS known (kind, shape)
    WHERE known.kind = t.kind AND known.shape = m.shape)
    AND NOT EXISTS (SELECT FROM ${chargebackShapes} AS known (kind, pattern)
    WHERE known.kind = t.kind AND m.shape ~ known.pattern)`;

const selectWrongTimes = sql`
  SELECT e.id FROM ledger_entries e JOIN ledger_transactions t ON t.id = e.transaction_id
  WHERE e.created_at <> t.created_at`;

/** Query for accounts, as `owner/account`, whose stored balance differs from the sum of their entries. */
const selectWrongBalances = sql`
  SELECT owner_id || '/' || account AS id
  FROM ledger_balances b FULL JOIN (
    SELECT owner_id, account, sum(amount) AS amount FROM ledger_entries
    WHERE account IN ('held', 'clearing', 'seller', 'debt', 'platform', 'withdrawing')
    GROUP BY owner_id, account
  ) s USING (owner_id, account)
  WHERE coalesce(b.balance, 0) <> coalesce(s.amount, 0)`;

/**
 * Query for accounts below zero, and debts above zero. Buyers' accounts are left out, because a buyer's money comes
 * from outside of the ledger.
 */
const selectOverdrawnAccounts = sql`
  SELECT owner_id || '/' || account AS id FROM ledger_entries
  WHERE account <> 'buyer' GROUP BY owner_id, account
  HAVING sum(CASE WHEN account = 'debt' THEN -amount ELSE amount END) < 0`;

const entriesByAccount = (accounts: readonly LedgerAccount[], condition = sql`true`) =>
  sql`coalesce(sum(e.amount) FILTER (WHERE ${condition} AND e.account IN (${textLiterals(accounts)})), 0)`;

/** Condition: the ledger transaction `t` was caused by an order itself, not by a chargeback of an order. */
const isOwnMovement = sql`t.payment_id IS NOT NULL`;

/** For each order, what its chargebacks took at the provider (`taken`) and what they moved in the ledger (`moved`). */
const chargebackTotals = sql`LATERAL (SELECT
    coalesce(sum(amount) FILTER (WHERE status <> 'won'), 0) AS taken,
    coalesce(sum(reversed - restored), 0) AS moved
  FROM chargebacks c WHERE c.payment_id = p.id)`;

/**
 * Query for orders whose ledger entries break one of these rules:
 * - an unpaid order keeps no money; all accounts belong to the buyer or the seller of the order
 * - the amount due is in `held` until completion, and afterwards in the accounts of seller and platform, or back with
 *   the buyer; amounts that chargebacks moved are the buyer's, in every state
 * - a refunded order keeps only money of chargebacks that the bank decided for the seller: the part of `charged_back`
 *   that no bank took
 * - the seller's part is in `clearing` exactly while `held_until` is set or a dispute of the completed order is
 *   unresolved; it can pay a debt only afterwards
 */
const selectMismatchedOrders = sql`
  SELECT p.id FROM payments p
    CROSS JOIN ${chargebackTotals} b
    LEFT JOIN (
      SELECT t.*, coalesce(t.payment_id, c.payment_id) AS order_id
      FROM ledger_transactions t LEFT JOIN chargebacks c ON c.id = t.chargeback_id
    ) t ON t.order_id = p.id
    LEFT JOIN ledger_entries e ON e.transaction_id = t.id
  GROUP BY p.id, b.taken, b.moved
  HAVING bool_or(e.owner_id <>
      CASE e.account WHEN 'buyer' THEN p.buyer_id ELSE p.seller_id END)
    OR ${entriesByAccount(['buyer'], isOwnMovement)} <> CASE
      WHEN p.service_status IN (${textLiterals(soldStatuses)})
      THEN p.refunded_part - amount_due(p) ELSE b.taken - p.charged_back - b.moved END
    OR ${entriesByAccount(['buyer'])} <> ${entriesByAccount(['buyer'], isOwnMovement)} + b.moved
    OR ${entriesByAccount(['held'])} <> CASE
      WHEN p.service_status IN ('awaiting_start', 'in_progress') THEN amount_due(p) - b.moved ELSE 0 END
    OR (p.held_until IS NOT NULL AND p.service_status <> 'complete')
    OR (p.open_dispute_id IS NOT NULL AND p.service_status NOT IN ('in_progress', 'complete'))
    OR (p.held_until IS NULL AND p.open_dispute_id IS NULL AND ${entriesByAccount(['clearing'])} <> 0)
    OR ((p.held_until IS NOT NULL OR p.open_dispute_id IS NOT NULL)
      AND (${entriesByAccount(['seller'])} <> 0 OR ${entriesByAccount(['debt'])} <> 0))`;

/**
 * Query for chargebacks whose ledger entries do not match the amounts stored in `chargebacks`: `reversed`, which was
 * returned to the buyer, and `restored`, which was taken from the buyer again after the bank decided for the seller.
 */
const selectMismatchedChargebacks = sql`
  SELECT c.id FROM chargebacks c
    LEFT JOIN ledger_transactions t ON t.chargeback_id = c.id
    LEFT JOIN ledger_entries e ON e.transaction_id = t.id
  GROUP BY c.id
  HAVING ${entriesByAccount(['buyer'], sql`t.kind = 'chargeback'`)} <> c.reversed
    OR ${entriesByAccount(['buyer'], sql`t.kind = 'chargeback_won'`)} <> -c.restored`;

/**
 * Query for withdrawals whose ledger entries do not match their state: amount set aside, paid out, or returned to the
 * seller.
 */
const selectMismatchedWithdrawals = sql`
  SELECT w.id FROM withdrawals w
    LEFT JOIN ledger_transactions t ON t.withdrawal_id = w.id
    LEFT JOIN ledger_entries e ON e.transaction_id = t.id
  GROUP BY w.id
  HAVING bool_or(e.owner_id <> w.owner_id)
    OR ${entriesByAccount(['seller', 'debt'])} <> CASE w.status WHEN 'refused' THEN 0 ELSE -w.amount END
    OR (w.status <> 'refused' AND ${entriesByAccount(['debt'])} <> 0)
    OR ${entriesByAccount(['withdrawing'])} <> CASE
      WHEN w.status IN ('settled', 'refused') THEN 0 ELSE w.amount END
    OR ${entriesByAccount(['paid_out'])} <> CASE w.status WHEN 'settled' THEN w.amount ELSE 0 END`;

/** For each rule, the query that returns the ids of the rows that break the rule. */
const violationsByRule = {
  shape: selectWrongShapes,
  time: selectWrongTimes,
  balance: selectWrongBalances,
  overdrawn: selectOverdrawnAccounts,
  order: selectMismatchedOrders,
  withdrawal: selectMismatchedWithdrawals,
  chargeback: selectMismatchedChargebacks,
} as const satisfies Record<string, SQL>;

/**
 * Name of a rule. `sum`: a transaction does not sum to zero; the other rules are the keys of {@link violationsByRule}.
 */
export type LedgerRule = 'sum' | keyof typeof violationsByRule;

export interface LedgerReport {
  /** Number of checked rows of each kind. */
  readonly counts: Readonly<
    Record<
      'transactions' | 'entries' | 'accounts' | 'orders' | 'withdrawals' | 'chargebacks',
      number
    >
  >;
  /** Sum of all entries in centavos; 0 in a consistent ledger. */
  readonly total: number;
  /** The broken rules, each with the ids of the rows that break the rule. */
  readonly broken: readonly { readonly rule: LedgerRule; readonly ids: readonly string[] }[];
}

async function countLedgerRows(db: Db): Promise<LedgerReport['counts']> {
  const { rows } = await db.execute<Record<keyof LedgerReport['counts'], number>>(sql`
    SELECT (SELECT count(*)::integer FROM ledger_transactions) AS transactions,
      (SELECT count(*)::integer FROM ledger_entries) AS entries,
      (SELECT count(*)::integer FROM ledger_balances) AS accounts,
      (SELECT count(*)::integer FROM payments) AS orders,
      (SELECT count(*)::integer FROM withdrawals) AS withdrawals,
      (SELECT count(*)::integer FROM chargebacks) AS chargebacks`);
  const [counts] = rows;
  if (!counts) throw new Error('counting answered nothing');
  return counts;
}

/**
 * Checks the whole ledger: every transaction sums to zero and has the accounts of its kind, every stored balance is the
 * sum of its entries, no balance but a debt is below zero, and the entries of orders, withdrawals and chargebacks match
 * their states. While the database is in use, pass a `repeatable read` transaction, so that all queries see the same
 * data.
 */
export async function checkLedger(db: Db): Promise<LedgerReport> {
  const counts = await countLedgerRows(db);
  const { total, unbalanced } = await readLedgerSums(db);
  const broken: { rule: LedgerRule; ids: readonly string[] }[] = [];
  if (unbalanced.length > 0) broken.push({ rule: 'sum', ids: unbalanced });
  for (const [rule, query] of Object.entries(violationsByRule)) {
    const { rows } = await db.execute<{ id: string }>(query);
    if (rows.length === 0) continue;
    broken.push({ rule: rule as LedgerRule, ids: rows.map(({ id }) => id) });
  }
  return { counts, total, broken };
}
