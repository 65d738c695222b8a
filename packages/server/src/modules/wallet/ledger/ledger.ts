import type { Db } from '../../../platform/database/pool.ts';
import type { Ids } from '../../../ports/ids.ts';
import { clearingAmount, insertMovement } from './ledger-store.ts';
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

/** Posts the buyer's payment, which is held for the seller, in the order's transaction (`docs/product/money.md`). */
export function postPayment(tx: Db, ids: Ids, sale: OrderPosting): Promise<boolean> {
  const { paymentId, buyerId, sellerId, amount } = sale;
  return insertMovement(tx, ids, { kind: 'payment', paymentId }, [
    { account: 'buyer', ownerId: buyerId, amount: -amount },
    { account: 'held', ownerId: sellerId, amount },
  ]);
}

/**
 * Moves the held amount to the seller, less the platform's fee, in the order's transaction: into clearing,
 * or with `clears: false` so that it is available at once.
 */
export function postCompletion(
  tx: Db,
  ids: Ids,
  sale: Omit<OrderPosting, 'buyerId'> & { readonly feePercent: number; readonly clears: boolean },
): Promise<boolean> {
  const { paymentId, sellerId, amount } = sale;
  const { fee, net } = splitPrice(amount, sale.feePercent);
  return insertMovement(tx, ids, { kind: 'completion', paymentId }, [
    { account: 'held', ownerId: sellerId, amount: -amount },
    { account: sale.clears ? 'clearing' : 'seller', ownerId: sellerId, amount: net },
    { account: 'platform', ownerId: sellerId, amount: fee },
  ]);
}

/**
 * Makes what an order has in clearing available, in the transaction that ends the clearing. Answers the
 * centavos; 0, and nothing is posted, when there is nothing in clearing.
 */
export async function postRelease(
  tx: Db,
  ids: Ids,
  { paymentId, sellerId }: Pick<OrderPosting, 'paymentId' | 'sellerId'>,
): Promise<number> {
  const amount = await clearingAmount(tx, paymentId);
  const posted = await insertMovement(tx, ids, { kind: 'release', paymentId }, [
    { account: 'clearing', ownerId: sellerId, amount: -amount },
    { account: 'seller', ownerId: sellerId, amount },
  ]);
  return posted ? amount : 0;
}

/** Returns the whole held amount to the buyer, in the order's transaction. */
export function postRefund(tx: Db, ids: Ids, sale: OrderPosting): Promise<boolean> {
  const { paymentId, buyerId, sellerId, amount } = sale;
  return insertMovement(tx, ids, { kind: 'refund', paymentId }, [
    { account: 'held', ownerId: sellerId, amount: -amount },
    { account: 'buyer', ownerId: buyerId, amount },
  ]);
}

/** Sets the amount of a requested withdrawal aside, in the request's transaction. */
export function postWithdrawal(tx: Db, ids: Ids, money: WithdrawalPosting): Promise<boolean> {
  const { withdrawalId, ownerId, amount } = money;
  return insertMovement(tx, ids, { kind: 'withdrawal', withdrawalId }, [
    { account: 'seller', ownerId, amount: -amount },
    { account: 'withdrawing', ownerId, amount },
  ]);
}

/** Posts the payout of an amount that was set aside, in the decision's transaction. */
export function postPayout(tx: Db, ids: Ids, money: WithdrawalPosting): Promise<boolean> {
  const { withdrawalId, ownerId, amount } = money;
  return insertMovement(tx, ids, { kind: 'payout', withdrawalId }, [
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
  return insertMovement(tx, ids, { kind: 'withdrawal_refused', withdrawalId }, [
    { account: 'withdrawing', ownerId, amount: -amount },
    { account: 'seller', ownerId, amount },
  ]);
}
