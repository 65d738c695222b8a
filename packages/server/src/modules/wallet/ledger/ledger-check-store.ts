import type { Db } from '../../../platform/database/pool.ts';
import { type SQL, sql } from '../../../platform/database/query-builder.ts';
import type { LedgerAccount } from './ledger-tables.ts';

/** Sums of the ledger; it is consistent when `total` is 0 and `unbalanced` is empty. */
export interface LedgerSum {
  /** Centavos over all accounts. */
  readonly total: number;
  /** Ids of transactions that do not sum to zero, or hold nothing. */
  readonly unbalanced: readonly string[];
}

/** Checks that every transaction, and so the whole ledger, sums to zero. */
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

/** The accounts of each kind of movement, with the sign of their entries. */
const allowedShapes = sql`(VALUES
  ('payment', 'buyer- held+'),
  ('completion', 'clearing+ held- platform+'),
  ('completion', 'clearing+ held-'),
  ('completion', 'held- platform+ seller+'),
  ('completion', 'held- seller+'),
  ('completion', 'held- platform+'),
  ('release', 'clearing- seller+'),
  ('refund', 'buyer+ held-'),
  ('withdrawal', 'seller- withdrawing+'),
  ('payout', 'paid_out+ withdrawing-'),
  ('withdrawal_refused', 'seller+ withdrawing-'))`;

const selectWrongShapes = sql`
  SELECT t.id FROM ledger_transactions t JOIN LATERAL (
    SELECT string_agg(account || CASE WHEN amount < 0 THEN '-' ELSE '+' END, ' '
      ORDER BY account COLLATE "C") AS shape
    FROM ledger_entries e WHERE e.transaction_id = t.id
  ) m ON true
  WHERE NOT EXISTS (SELECT FROM ${allowedShapes} AS known (kind, shape)
    WHERE known.kind = t.kind AND known.shape = m.shape)`;

const selectWrongTimes = sql`
  SELECT e.id FROM ledger_entries e JOIN ledger_transactions t ON t.id = e.transaction_id
  WHERE e.created_at <> t.created_at`;

/** Accounts as `owner/account` whose stored balance is not the sum of their entries. */
const selectWrongBalances = sql`
  SELECT owner_id || '/' || account AS id
  FROM ledger_balances b FULL JOIN (
    SELECT owner_id, account, sum(amount) AS amount FROM ledger_entries
    WHERE account IN ('held', 'clearing', 'seller', 'platform', 'withdrawing') GROUP BY owner_id, account
  ) s USING (owner_id, account)
  WHERE coalesce(b.balance, 0) <> coalesce(s.amount, 0)`;

/** Accounts below zero, except those of buyers, whose money comes from outside. */
const selectOverdrawnAccounts = sql`
  SELECT owner_id || '/' || account AS id FROM ledger_entries
  WHERE account <> 'buyer' GROUP BY owner_id, account HAVING sum(amount) < 0`;

const inAccounts = (accounts: readonly LedgerAccount[]) =>
  sql`coalesce(sum(e.amount) FILTER (WHERE e.account IN (${sql.join(
    accounts.map((account) => sql.raw(`'${account}'`)),
    sql`, `,
  )})), 0)`;

/**
 * Orders whose ledger entries do not match their state: none before the payment, held until completion,
 * then with seller and platform or back with the buyer, and only in accounts of the order's own people. The
 * seller's part is in clearing exactly as long as `held_until` says so.
 * The view reads `payments` directly; the amount due is its price (`amountDue` of the orders module).
 */
const selectMisplacedOrders = sql`
  SELECT p.id FROM payments p
    LEFT JOIN ledger_transactions t ON t.payment_id = p.id
    LEFT JOIN ledger_entries e ON e.transaction_id = t.id
  GROUP BY p.id
  HAVING bool_or(e.owner_id <>
      CASE e.account WHEN 'buyer' THEN p.buyer_id ELSE p.seller_id END)
    OR ${inAccounts(['buyer'])} <> CASE
      WHEN p.service_status IN ('awaiting_start', 'in_progress', 'complete') THEN -p.price ELSE 0 END
    OR ${inAccounts(['held'])} <> CASE
      WHEN p.service_status IN ('awaiting_start', 'in_progress') THEN p.price ELSE 0 END
    OR ${inAccounts(['clearing', 'seller', 'platform'])} <> CASE
      WHEN p.service_status = 'complete' THEN p.price ELSE 0 END
    OR (p.held_until IS NULL AND ${inAccounts(['clearing'])} <> 0)
    OR (p.held_until IS NOT NULL AND ${inAccounts(['seller'])} <> 0)`;

/** Withdrawals whose ledger entries do not match their state: set aside, paid out, or returned. */
const selectMisplacedWithdrawals = sql`
  SELECT w.id FROM withdrawals w
    LEFT JOIN ledger_transactions t ON t.withdrawal_id = w.id
    LEFT JOIN ledger_entries e ON e.transaction_id = t.id
  GROUP BY w.id
  HAVING bool_or(e.owner_id <> w.owner_id)
    OR ${inAccounts(['seller'])} <> CASE w.status WHEN 'refused' THEN 0 ELSE -w.amount END
    OR ${inAccounts(['withdrawing'])} <> CASE w.status WHEN 'requested' THEN w.amount ELSE 0 END
    OR ${inAccounts(['paid_out'])} <> CASE w.status WHEN 'settled' THEN w.amount ELSE 0 END`;

/** For each rule, the query of the ids of rows that break it. */
const violationsByRule = {
  shape: selectWrongShapes,
  time: selectWrongTimes,
  balance: selectWrongBalances,
  overdrawn: selectOverdrawnAccounts,
  order: selectMisplacedOrders,
  withdrawal: selectMisplacedWithdrawals,
} as const satisfies Record<string, SQL>;

/** `sum`: a transaction does not sum to zero; the others are those above. */
export type LedgerRule = 'sum' | keyof typeof violationsByRule;

export interface LedgerReport {
  /** Number of rows read. */
  readonly counts: Readonly<
    Record<'transactions' | 'entries' | 'accounts' | 'orders' | 'withdrawals', number>
  >;
  /** Centavos over all accounts; 0 in a consistent ledger. */
  readonly total: number;
  /** Broken rules, each with the ids of the rows that break it. */
  readonly broken: readonly { readonly rule: LedgerRule; readonly ids: readonly string[] }[];
}

async function countLedgerRows(db: Db): Promise<LedgerReport['counts']> {
  const { rows } = await db.execute<Record<keyof LedgerReport['counts'], number>>(sql`
    SELECT (SELECT count(*)::integer FROM ledger_transactions) AS transactions,
      (SELECT count(*)::integer FROM ledger_entries) AS entries,
      (SELECT count(*)::integer FROM ledger_balances) AS accounts,
      (SELECT count(*)::integer FROM payments) AS orders,
      (SELECT count(*)::integer FROM withdrawals) AS withdrawals`);
  const [counts] = rows;
  if (!counts) throw new Error('counting answered nothing');
  return counts;
}

/**
 * Checks the whole ledger: every transaction sums to zero and has the accounts of its kind, every stored
 * balance is the sum of its entries and none is below zero, and orders and withdrawals match their
 * entries. On a database in use, pass a `repeatable read` transaction.
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
