import type { Db } from '../../../platform/database/pool.ts';
import { sql } from '../../../platform/database/query-builder.ts';
import type { Ids } from '../../../ports/ids.ts';
import {
  type LedgerAccount,
  type LedgerKind,
  ledgerEntries,
  ledgerTransactions,
} from './ledger-tables.ts';

/** One entry of a movement. `amount` is in centavos and negative when money leaves the account. */
interface NewLedgerEntry {
  readonly account: LedgerAccount;
  readonly ownerId: string;
  readonly amount: number;
}

/**
 * Kind of a movement and the order or withdrawal that caused it. An order or withdrawal has at most one movement of
 * each kind.
 */
type MovementOrigin = { readonly kind: LedgerKind } & (
  | { readonly paymentId: string; readonly withdrawalId?: never }
  | { readonly withdrawalId: string; readonly paymentId?: never }
);

const uniqueColumnsOf = (about: MovementOrigin) =>
  about.paymentId === undefined
    ? [ledgerTransactions.kind, ledgerTransactions.withdrawalId]
    : [ledgerTransactions.kind, ledgerTransactions.paymentId];

/** Centavos of an order that are in an account now; lock the order first. */
export async function amountInAccount(
  tx: Db,
  paymentId: string,
  account: LedgerAccount,
): Promise<number> {
  const { rows } = await tx.execute<{ amount: string }>(sql`
    SELECT coalesce(sum(e.amount), 0) AS amount
    FROM ${ledgerTransactions} t JOIN ${ledgerEntries} e ON e.transaction_id = t.id
    WHERE t.payment_id = ${paymentId} AND e.account = ${account}`);
  return Number(rows[0]?.amount ?? 0);
}

/**
 * Inserts one balanced movement. False, and nothing is written, when the movement of this kind was posted before for
 * the order or withdrawal, or when it moves no money. One statement inserts all entries, so that all transactions
 * update balances in the same order and cannot deadlock.
 * @throws when a balance would fall below zero
 */
export async function insertMovement(
  tx: Db,
  ids: Ids,
  about: MovementOrigin,
  entries: readonly NewLedgerEntry[],
): Promise<boolean> {
  const moving = entries.filter(({ amount }) => amount !== 0);
  if (moving.length === 0) return false;
  const made = await tx
    .insert(ledgerTransactions)
    .values({ id: ids.uuid(), ...about, createdAt: sql`clock_timestamp()` })
    .onConflictDoNothing({ target: uniqueColumnsOf(about) })
    .returning({ id: ledgerTransactions.id });
  const transactionId = made[0]?.id;
  if (transactionId === undefined) return false;
  await tx
    .insert(ledgerEntries)
    .values(moving.map((entry) => ({ id: ids.uuid(), transactionId, ...entry })));
  return true;
}
