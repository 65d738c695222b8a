import type { Db } from '../../../platform/database/pool.ts';
import { sql } from '../../../platform/database/query-builder.ts';
import type { Ids } from '../../../ports/ids.ts';
import {
  type LedgerAccount,
  type LedgerKind,
  ledgerEntries,
  ledgerTransactions,
} from './ledger-tables.ts';
import { splitPrice } from './split-price.ts';

/** An amount of an order to post, in centavos. */
export interface OrderPosting {
  readonly paymentId: string;
  readonly buyerId: string;
  readonly sellerId: string;
  readonly amount: number;
}

/** An amount of a withdrawal to post, in centavos. */
export interface WithdrawalPosting {
  readonly withdrawalId: string;
  readonly ownerId: string;
  readonly amount: number;
}

interface Entry {
  readonly account: LedgerAccount;
  readonly ownerId: string;
  readonly amount: number;
}

/** Kind and origin of a movement; an origin has each kind at most once. */
type Cause = { readonly kind: LedgerKind } & (
  | { readonly paymentId: string; readonly withdrawalId?: never }
  | { readonly withdrawalId: string; readonly paymentId?: never }
);

const keyOf = (about: Cause) =>
  about.paymentId === undefined
    ? [ledgerTransactions.kind, ledgerTransactions.withdrawalId]
    : [ledgerTransactions.kind, ledgerTransactions.paymentId];

/**
 * Posts one balanced movement, once for each kind and origin. False, and nothing is written, when it was
 * posted before or moves no money. All entries go in with one statement, so that the database updates
 * balances in an order that all transactions share and they cannot deadlock.
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

/** Posts the buyer's payment, which is held for the seller, in the order's transaction (`docs/product/money.md`). */
export function postPayment(tx: Db, ids: Ids, sale: OrderPosting): Promise<boolean> {
  const { paymentId, buyerId, sellerId, amount } = sale;
  return post(tx, ids, { kind: 'payment', paymentId }, [
    { account: 'buyer', ownerId: buyerId, amount: -amount },
    { account: 'held', ownerId: sellerId, amount },
  ]);
}

/** Moves the held amount to the seller, less the platform's fee, in the order's transaction. */
export function postCompletion(
  tx: Db,
  ids: Ids,
  sale: Omit<OrderPosting, 'buyerId'> & { readonly feePercent: number },
): Promise<boolean> {
  const { paymentId, sellerId, amount } = sale;
  const { fee, net } = splitPrice(amount, sale.feePercent);
  return post(tx, ids, { kind: 'completion', paymentId }, [
    { account: 'held', ownerId: sellerId, amount: -amount },
    { account: 'seller', ownerId: sellerId, amount: net },
    { account: 'platform', ownerId: sellerId, amount: fee },
  ]);
}

/** Returns the whole held amount to the buyer, in the order's transaction. */
export function postRefund(tx: Db, ids: Ids, sale: OrderPosting): Promise<boolean> {
  const { paymentId, buyerId, sellerId, amount } = sale;
  return post(tx, ids, { kind: 'refund', paymentId }, [
    { account: 'held', ownerId: sellerId, amount: -amount },
    { account: 'buyer', ownerId: buyerId, amount },
  ]);
}

/** Sets the amount of a requested withdrawal aside, in the request's transaction. */
export function postWithdrawal(tx: Db, ids: Ids, money: WithdrawalPosting): Promise<boolean> {
  const { withdrawalId, ownerId, amount } = money;
  return post(tx, ids, { kind: 'withdrawal', withdrawalId }, [
    { account: 'seller', ownerId, amount: -amount },
    { account: 'withdrawing', ownerId, amount },
  ]);
}

/** Posts the payout of an amount that was set aside, in the decision's transaction. */
export function postPayout(tx: Db, ids: Ids, money: WithdrawalPosting): Promise<boolean> {
  const { withdrawalId, ownerId, amount } = money;
  return post(tx, ids, { kind: 'payout', withdrawalId }, [
    { account: 'withdrawing', ownerId, amount: -amount },
    { account: 'paid_out', ownerId, amount },
  ]);
}

/** Returns an amount that was set aside to the seller, in the decision's transaction. */
export function postWithdrawalRefusal(
  tx: Db,
  ids: Ids,
  money: WithdrawalPosting,
): Promise<boolean> {
  const { withdrawalId, ownerId, amount } = money;
  return post(tx, ids, { kind: 'withdrawal_refused', withdrawalId }, [
    { account: 'withdrawing', ownerId, amount: -amount },
    { account: 'seller', ownerId, amount },
  ]);
}
