import { splitPrice } from '@guilda/contract/money/split-price';
import type { Db } from '../../../platform/database/pool.ts';
import type { Ids } from '../../../ports/ids.ts';
import { amountInAccount, insertMovement, lockWallet } from './ledger-store.ts';
import { payDebt } from './post-chargeback.ts';

// The functions below post one ledger transaction each. Those that return a boolean return false, and post nothing, when
// this transaction was posted before for the order or withdrawal, or when it moves no money.

/** Order, people and amount of a posting; the amount is in centavos. */
export interface OrderPosting {
  readonly orderId: string;
  readonly buyerId: string;
  readonly sellerId: string;
  readonly amount: number;
}

/** Withdrawal, owner and amount of a posting; the amount is in centavos. */
export interface WithdrawalPosting {
  readonly withdrawalId: string;
  readonly ownerId: string;
  readonly amount: number;
}

/**
 * Posts the payment of the buyer to the seller's account `held`, in the transaction that marks the order as paid
 * (`docs/product/money.md`).
 */
export function postPayment(tx: Db, ids: Ids, orderPosting: OrderPosting): Promise<boolean> {
  const { orderId, buyerId, sellerId, amount } = orderPosting;
  return insertMovement(tx, ids, { kind: 'payment', orderId }, [
    { account: 'buyer', ownerId: buyerId, amount: -amount },
    { account: 'held', ownerId: sellerId, amount },
  ]);
}

/**
 * Moves the held amount to the seller and the fee to the platform, in the transaction that completes the order. The
 * seller's part goes to the account `clearing`, or with `clears: false` it is available at once and pays a debt first.
 */
export async function postCompletion(
  tx: Db,
  ids: Ids,
  sale: Omit<OrderPosting, 'buyerId'> & { readonly feePercent: number; readonly clears: boolean },
): Promise<boolean> {
  const { orderId, sellerId, amount } = sale;
  const { fee, net } = splitPrice(amount, sale.feePercent);
  if (!sale.clears) await lockWallet(tx, sellerId);
  const isPosted = await insertMovement(tx, ids, { kind: 'completion', orderId }, [
    { account: 'held', ownerId: sellerId, amount: -amount },
    { account: sale.clears ? 'clearing' : 'seller', ownerId: sellerId, amount: net },
    { account: 'platform', ownerId: sellerId, amount: fee },
  ]);
  if (isPosted && !sale.clears) await payDebt(tx, ids, { orderId }, sellerId);
  return isPosted;
}

/**
 * Makes the seller's part of an order available, in the transaction that ends its clearing time; the money first pays a
 * debt. Posts nothing when fee and chargebacks took the whole amount.
 * @throws when the order's release was posted before
 */
export async function postRelease(
  tx: Db,
  ids: Ids,
  { orderId, sellerId }: Pick<OrderPosting, 'orderId' | 'sellerId'>,
): Promise<void> {
  await lockWallet(tx, sellerId);
  const amount = await amountInAccount(tx, orderId, 'clearing');
  if (amount === 0) return;
  const isPosted = await insertMovement(tx, ids, { kind: 'release', orderId }, [
    { account: 'clearing', ownerId: sellerId, amount: -amount },
    { account: 'seller', ownerId: sellerId, amount },
  ]);
  if (!isPosted) throw new Error(`the ledger already holds the release of order ${orderId}`);
  await payDebt(tx, ids, { orderId }, sellerId);
}

/**
 * Returns the price of a completed order to the buyer, in the transaction that refunds the order: the seller's part
 * comes from `clearing`, the fee from the platform.
 */
export async function postClearingRefund(
  tx: Db,
  ids: Ids,
  { orderId, buyerId, sellerId }: Omit<OrderPosting, 'amount'>,
): Promise<boolean> {
  const clearingAmount = await amountInAccount(tx, orderId, 'clearing');
  const fee = await amountInAccount(tx, orderId, 'platform');
  return insertMovement(tx, ids, { kind: 'refund', orderId }, [
    { account: 'clearing', ownerId: sellerId, amount: -clearingAmount },
    { account: 'platform', ownerId: sellerId, amount: -fee },
    { account: 'buyer', ownerId: buyerId, amount: clearingAmount + fee },
  ]);
}

/** Returns the whole held amount to the buyer, in the transaction that refunds the order. */
export function postRefund(tx: Db, ids: Ids, orderPosting: OrderPosting): Promise<boolean> {
  const { orderId, buyerId, sellerId, amount } = orderPosting;
  return insertMovement(tx, ids, { kind: 'refund', orderId }, [
    { account: 'held', ownerId: sellerId, amount: -amount },
    { account: 'buyer', ownerId: buyerId, amount },
  ]);
}

/** A part of an order's amount that goes back to the buyer; all amounts in centavos. */
export interface PartialRefundPosting extends OrderPosting {
  /** Amount that the order keeps after the refund. */
  readonly keptAmount: number;
  /** Percentage of the kept amount that the platform keeps as its fee, as a whole number. */
  readonly feePercent: number;
  /**
   * Account that contains the money: `held` before the completion, or `clearing` after it, when the fee is already
   * taken.
   */
  readonly sourceAccount: 'held' | 'clearing';
}

/**
 * The part of a refund that comes out of the platform's fee, so that the platform keeps its fee on the remaining amount
 * only. It is never more than the refund or than the fee that was taken, even when the percentage of the fee has
 * changed since the order.
 */
async function feeReturnedWithRefund(
  tx: Db,
  { orderId, amount, keptAmount, feePercent }: PartialRefundPosting,
): Promise<number> {
  const platformAmount = await amountInAccount(tx, orderId, 'platform');
  const feeDue = splitPrice(keptAmount, feePercent).fee;
  return Math.min(Math.max(platformAmount - feeDue, 0), amount);
}

/**
 * Returns a part of an order's amount to the buyer while the order stays complete, in the transaction that ends its
 * dispute. When the money comes from `clearing`, the platform returns its fee on that part.
 * @throws when the order's partial refund was posted before
 */
export async function postPartialRefund(
  tx: Db,
  ids: Ids,
  refund: PartialRefundPosting,
): Promise<void> {
  const { orderId, buyerId, sellerId, amount, sourceAccount } = refund;
  const fee = sourceAccount === 'held' ? 0 : await feeReturnedWithRefund(tx, refund);
  const isPosted = await insertMovement(tx, ids, { kind: 'partial_refund', orderId }, [
    { account: sourceAccount, ownerId: sellerId, amount: fee - amount },
    { account: 'platform', ownerId: sellerId, amount: -fee },
    { account: 'buyer', ownerId: buyerId, amount },
  ]);
  if (!isPosted) throw new Error(`the ledger already holds the partial refund of order ${orderId}`);
}

/** Moves the amount of a withdrawal out of the available balance, in the transaction that requests the withdrawal. */
export function postWithdrawal(
  tx: Db,
  ids: Ids,
  withdrawalPosting: WithdrawalPosting,
): Promise<boolean> {
  const { withdrawalId, ownerId, amount } = withdrawalPosting;
  return insertMovement(tx, ids, { kind: 'withdrawal', withdrawalId }, [
    { account: 'seller', ownerId, amount: -amount },
    { account: 'withdrawing', ownerId, amount },
  ]);
}

/** Posts that the amount of a withdrawal was paid out, in the transaction that settles the withdrawal. */
export function postPayout(
  tx: Db,
  ids: Ids,
  withdrawalPosting: WithdrawalPosting,
): Promise<boolean> {
  const { withdrawalId, ownerId, amount } = withdrawalPosting;
  return insertMovement(tx, ids, { kind: 'payout', withdrawalId }, [
    { account: 'withdrawing', ownerId, amount: -amount },
    { account: 'paid_out', ownerId, amount },
  ]);
}

/**
 * Returns the amount of a refused withdrawal to the seller's available balance, in the transaction that refuses the
 * withdrawal; the amount pays a debt first.
 */
export async function postWithdrawalRefusal(
  tx: Db,
  ids: Ids,
  withdrawalPosting: WithdrawalPosting,
): Promise<boolean> {
  const { withdrawalId, ownerId, amount } = withdrawalPosting;
  await lockWallet(tx, ownerId);
  const isPosted = await insertMovement(tx, ids, { kind: 'withdrawal_refused', withdrawalId }, [
    { account: 'withdrawing', ownerId, amount: -amount },
    { account: 'seller', ownerId, amount },
  ]);
  if (isPosted) await payDebt(tx, ids, { withdrawalId }, ownerId);
  return isPosted;
}

/**
 * Adds the amount to the seller's available balance after a bank returned a payout, in the transaction that changes the
 * withdrawal; the amount pays a debt first.
 */
export async function postPayoutReturn(
  tx: Db,
  ids: Ids,
  withdrawalPosting: WithdrawalPosting,
): Promise<boolean> {
  const { withdrawalId, ownerId, amount } = withdrawalPosting;
  await lockWallet(tx, ownerId);
  const isPosted = await insertMovement(tx, ids, { kind: 'payout_returned', withdrawalId }, [
    { account: 'paid_out', ownerId, amount: -amount },
    { account: 'seller', ownerId, amount },
  ]);
  if (isPosted) await payDebt(tx, ids, { withdrawalId }, ownerId);
  return isPosted;
}
