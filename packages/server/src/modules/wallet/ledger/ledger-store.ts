import { databaseNow } from '../../../platform/database/clock.ts';
import type { Db } from '../../../platform/database/pool.ts';
import { eq, inArray, sql } from '../../../platform/database/query-builder.ts';
import type { Ids } from '../../../ports/ids.ts';
import {
  type LedgerAccount,
  type LedgerBalance,
  type LedgerKind,
  ledgerBalances,
  ledgerEntries,
  ledgerTransactions,
} from './ledger-tables.ts';

/** One of the entries of a ledger transaction. `amount` is in centavos and negative when money leaves the account. */
interface NewLedgerEntry {
  readonly account: LedgerAccount;
  readonly ownerId: string;
  readonly amount: number;
}

/** The order, withdrawal or chargeback that caused a ledger transaction. */
export type MovementCause =
  | { readonly orderId: string; readonly withdrawalId?: never; readonly chargebackId?: never }
  | { readonly withdrawalId: string; readonly orderId?: never; readonly chargebackId?: never }
  | { readonly chargebackId: string; readonly orderId?: never; readonly withdrawalId?: never };

/** Kind and cause of a ledger transaction. An order, withdrawal or chargeback has at most one of each kind. */
type MovementOrigin = { readonly kind: LedgerKind } & MovementCause;

/** The columns of the unique index that keeps a ledger transaction from being posted twice. */
function uniqueIndexOf({ orderId, withdrawalId }: MovementOrigin) {
  const { kind } = ledgerTransactions;
  if (orderId !== undefined) return { target: [kind, ledgerTransactions.orderId] };
  if (withdrawalId !== undefined) return { target: [kind, ledgerTransactions.withdrawalId] };
  const indexColumns = [kind, ledgerTransactions.chargebackId];
  return { target: indexColumns, where: sql`chargeback_id IS NOT NULL` };
}

/**
 * Centavos of an order that an account contains now, after the order's chargebacks; lock the order first. The condition
 * names all kinds so that PostgreSQL uses the index by kind and order.
 */
export async function amountInAccount(
  tx: Db,
  orderId: string,
  account: LedgerAccount,
): Promise<number> {
  const { rows } = await tx.execute<{ amount: string }>(sql`
    SELECT coalesce(sum(e.amount), 0) AS amount
    FROM ${ledgerEntries} e JOIN (
      SELECT id FROM ${ledgerTransactions}
        WHERE ${inArray(ledgerTransactions.kind, [...ledgerTransactions.kind.enumValues])}
          AND payment_id = ${orderId}
      UNION ALL SELECT t.id FROM chargebacks c JOIN ${ledgerTransactions} t ON t.chargeback_id = c.id
        WHERE c.payment_id = ${orderId}
    ) moved ON e.transaction_id = moved.id
    WHERE e.account = ${account}`);
  return Number(rows[0]?.amount ?? 0);
}

/**
 * The centavos that the ledger transaction `kind` of a chargeback added to each account; negative when it took money
 * from the account. Unchanged accounts have no key.
 */
export async function readChargebackEntries(
  db: Db,
  chargebackId: string,
  kind: 'chargeback' | 'chargeback_won',
): Promise<Partial<Record<LedgerAccount, number>>> {
  const { rows } = await db.execute<{ account: LedgerAccount; amount: string }>(sql`
    SELECT e.account, e.amount
    FROM ${ledgerTransactions} t JOIN ${ledgerEntries} e ON e.transaction_id = t.id
    WHERE t.chargeback_id = ${chargebackId} AND t.kind = ${kind}`);
  return Object.fromEntries(rows.map(({ account, amount }) => [account, Number(amount)]));
}

/** Kinds of ledger transactions that make money available to its owner, and the payment of a debt out of it. */
const releasingKinds = [
  'completion',
  'release',
  'withdrawal_refused',
  'payout_returned',
  'debt_payment',
] as const satisfies LedgerKind[];

/**
 * The centavos that an order or withdrawal has made available to its seller: how many of them paid a debt, and how many
 * were left.
 */
export async function readReleasedMoney(
  tx: Db,
  { orderId, withdrawalId }: Exclude<MovementCause, { readonly chargebackId: string }>,
): Promise<{ readonly debtPaid: number; readonly available: number }> {
  const isOfCause =
    orderId === undefined
      ? eq(ledgerTransactions.withdrawalId, withdrawalId)
      : eq(ledgerTransactions.orderId, orderId);
  const { rows } = await tx.execute<{ account: LedgerAccount; amount: string }>(sql`
    SELECT e.account, sum(e.amount) AS amount
    FROM ${ledgerTransactions} JOIN ${ledgerEntries} e ON e.transaction_id = ${ledgerTransactions.id}
    WHERE ${inArray(ledgerTransactions.kind, [...releasingKinds])} AND ${isOfCause}
      AND e.account IN ('debt', 'seller') GROUP BY e.account`);
  const amountIn = (account: LedgerAccount) =>
    Number(rows.find((row) => row.account === account)?.amount ?? 0);
  return { debtPaid: amountIn('debt'), available: amountIn('seller') };
}

/**
 * Makes transactions that move the available money or the debt of a person run one after the other. Call it after
 * locking the order and before `tx` posts anything to the ledger.
 */
export async function lockWallet(tx: Db, uid: string): Promise<void> {
  await tx.execute(
    sql`SELECT pg_advisory_xact_lock(hashtextextended('guilda wallet ' || ${uid}, 0))`,
  );
}

/** A person's balances in centavos, none of them below zero. */
export interface WalletBalances {
  readonly held: number;
  readonly clearing: number;
  readonly available: number;
  /** What the person owes after chargebacks. */
  readonly debt: number;
  /** Platform fees of the person's sales. */
  readonly fees: number;
  readonly withdrawing: number;
}

/** Reads a person's balances. Call {@link lockWallet} first when the caller acts on the result. */
export async function readBalances(db: Db, uid: string): Promise<WalletBalances> {
  const rows = await db
    .select({ account: ledgerBalances.account, balance: ledgerBalances.balance })
    .from(ledgerBalances)
    .where(eq(ledgerBalances.ownerId, uid));
  const balanceOf = (account: LedgerBalance) =>
    rows.find((row) => row.account === account)?.balance ?? 0;
  return {
    held: balanceOf('held'),
    clearing: balanceOf('clearing'),
    available: balanceOf('seller'),
    debt: 0 - balanceOf('debt'),
    fees: balanceOf('platform'),
    withdrawing: balanceOf('withdrawing'),
  };
}

/**
 * Posts one balanced ledger transaction. False, and nothing is written, when one of this kind was posted before for
 * the order, withdrawal or chargeback, or when it moves no money. One statement inserts all entries, so that all
 * transactions update balances in the same order and cannot deadlock.
 * @throws when a balance would fall below zero
 */
export async function insertMovement(
  tx: Db,
  ids: Ids,
  origin: MovementOrigin,
  entries: readonly NewLedgerEntry[],
): Promise<boolean> {
  const nonZeroEntries = entries.filter(({ amount }) => amount !== 0);
  if (nonZeroEntries.length === 0) return false;
  const insertedRows = await tx
    .insert(ledgerTransactions)
    .values({ id: ids.uuid(), ...origin, createdAt: databaseNow })
    .onConflictDoNothing(uniqueIndexOf(origin))
    .returning({ id: ledgerTransactions.id });
  const transactionId = insertedRows[0]?.id;
  if (transactionId === undefined) return false;
  await tx
    .insert(ledgerEntries)
    .values(nonZeroEntries.map((entry) => ({ id: ids.uuid(), transactionId, ...entry })));
  return true;
}
