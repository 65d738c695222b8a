import { sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/pool.ts';
import type { Ids } from '../../ports/ids.ts';
import {
  type LedgerAccount,
  type LedgerKind,
  ledgerEntries,
  ledgerTransactions,
} from './ledger-tables.ts';
import { splitSale } from './split.ts';

/** A sale's money; `amount` in centavos. */
export interface SaleMoney {
  readonly paymentId: string;
  readonly buyerId: string;
  readonly sellerId: string;
  readonly amount: number;
}

/** Money on its way out; `amount` in centavos. */
export interface WithdrawalMoney {
  readonly withdrawalId: string;
  readonly ownerId: string;
  readonly amount: number;
}

interface Entry {
  readonly account: LedgerAccount;
  readonly ownerId: string;
  readonly amount: number;
}

/** What a movement is of: each has every kind of movement once at most. */
type Cause = { readonly kind: LedgerKind } & (
  | { readonly paymentId: string; readonly withdrawalId?: never }
  | { readonly withdrawalId: string; readonly paymentId?: never }
);

const keyOf = (about: Cause) =>
  about.paymentId === undefined
    ? [ledgerTransactions.kind, ledgerTransactions.withdrawalId]
    : [ledgerTransactions.kind, ledgerTransactions.paymentId];

/**
 * Writes one balanced movement, once for each kind and cause. False, and nothing is written, when
 * it stands in the ledger already or moves no money (a free service). The entries go in together,
 * for the database then changes the balances in an order that all transactions share.
 * @throws when a balance would fall below zero
 */
async function post(tx: Db, ids: Ids, about: Cause, entries: readonly Entry[]): Promise<boolean> {
  const moving = entries.filter(({ amount }) => amount !== 0);
  if (moving.length === 0) return false;
  const made = await tx
    .insert(ledgerTransactions)
    .values({ id: ids.uuid(), ...about, createdAt: sql`clock_timestamp()` })
    .onConflictDoNothing({ target: keyOf(about) })
    .returning({ id: ledgerTransactions.id });
  const transactionId = made[0]?.id;
  if (transactionId === undefined) return false;
  await tx
    .insert(ledgerEntries)
    .values(moving.map((entry) => ({ id: ids.uuid(), transactionId, ...entry })));
  return true;
}

/** The buyer's money arrives and is held for the seller. In the order's transaction (`product §5`). */
export function postPayment(tx: Db, ids: Ids, sale: SaleMoney): Promise<boolean> {
  const { paymentId, buyerId, sellerId, amount } = sale;
  return post(tx, ids, { kind: 'payment', paymentId }, [
    { account: 'buyer', ownerId: buyerId, amount: -amount },
    { account: 'held', ownerId: sellerId, amount },
  ]);
}

/** What was held becomes the seller's, less the platform's fee. In the order's transaction. */
export function postCompletion(
  tx: Db,
  ids: Ids,
  sale: Omit<SaleMoney, 'buyerId'> & { readonly feePercent: number },
): Promise<boolean> {
  const { paymentId, sellerId, amount } = sale;
  const { fee, net } = splitSale(amount, sale.feePercent);
  return post(tx, ids, { kind: 'completion', paymentId }, [
    { account: 'held', ownerId: sellerId, amount: -amount },
    { account: 'seller', ownerId: sellerId, amount: net },
    { account: 'platform', ownerId: sellerId, amount: fee },
  ]);
}

/** What was held goes back to the buyer, whole. In the order's transaction. */
export function postRefund(tx: Db, ids: Ids, sale: SaleMoney): Promise<boolean> {
  const { paymentId, buyerId, sellerId, amount } = sale;
  return post(tx, ids, { kind: 'refund', paymentId }, [
    { account: 'held', ownerId: sellerId, amount: -amount },
    { account: 'buyer', ownerId: buyerId, amount },
  ]);
}

/** A seller asks for money: it is set aside. In the request's transaction. */
export function postWithdrawal(tx: Db, ids: Ids, money: WithdrawalMoney): Promise<boolean> {
  const { withdrawalId, ownerId, amount } = money;
  return post(tx, ids, { kind: 'withdrawal', withdrawalId }, [
    { account: 'seller', ownerId, amount: -amount },
    { account: 'withdrawing', ownerId, amount },
  ]);
}

/** What was set aside has left the house. In the decision's transaction. */
export function postPayout(tx: Db, ids: Ids, money: WithdrawalMoney): Promise<boolean> {
  const { withdrawalId, ownerId, amount } = money;
  return post(tx, ids, { kind: 'payout', withdrawalId }, [
    { account: 'withdrawing', ownerId, amount: -amount },
    { account: 'paid_out', ownerId, amount },
  ]);
}

/** What was set aside is the seller's again. In the decision's transaction. */
export function postRefusal(tx: Db, ids: Ids, money: WithdrawalMoney): Promise<boolean> {
  const { withdrawalId, ownerId, amount } = money;
  return post(tx, ids, { kind: 'withdrawal_refused', withdrawalId }, [
    { account: 'withdrawing', ownerId, amount: -amount },
    { account: 'seller', ownerId, amount },
  ]);
}
