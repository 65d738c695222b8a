import { splitPrice } from '@guilda/contract/money/split-price';
import type { Db } from '../../../platform/database/pool.ts';
import type { Ids } from '../../../ports/ids.ts';
import {
  amountInAccount,
  insertMovement,
  lockWallet,
  type MovementCause,
  readBalances,
  readChargebackEntries,
} from './ledger-store.ts';
import { splitReversal } from './split-reversal.ts';

/** Chargeback, order and people of a posting; `amount` in centavos. */
export interface ChargebackPosting {
  readonly chargebackId: string;
  readonly orderId: string;
  readonly buyerId: string;
  readonly sellerId: string;
  readonly amount: number;
}

/**
 * Centavos of an order that were not returned to the buyer: the payment minus all returns. Lock the order first.
 */
export const amountKept = async (tx: Db, orderId: string): Promise<number> =>
  0 - (await amountInAccount(tx, orderId, 'buyer'));

/**
 * Uses a person's available money to pay the person's debt as far as possible, in the transaction that made the money
 * available. Posts nothing without a debt. Call `lockWallet` before `tx` posts anything to the ledger.
 */
export async function payDebt(
  tx: Db,
  ids: Ids,
  cause: Exclude<MovementCause, { readonly chargebackId: string }>,
  ownerId: string,
): Promise<void> {
  const { available, debt } = await readBalances(tx, ownerId);
  const amount = Math.min(available, debt);
  if (amount <= 0) return;
  await insertMovement(tx, ids, { kind: 'debt_payment', ...cause }, [
    { account: 'seller', ownerId, amount: -amount },
    { account: 'debt', ownerId, amount },
  ]);
}

/**
 * Returns `amount` of an order to its buyer after a chargeback, in the transaction that records the chargeback
 * (`docs/product/money.md`). The money comes from `held` first, then from the platform's part of the fee and the
 * seller's share. The share is taken from the order's clearing money, then from the seller's available money; the rest
 * becomes a debt. `amount` is at most {@link amountKept}. False, and nothing is posted, when the chargeback was posted
 * before.
 */
export async function postChargeback(
  tx: Db,
  ids: Ids,
  posting: ChargebackPosting,
): Promise<boolean> {
  const { chargebackId, orderId, buyerId, sellerId, amount } = posting;
  await lockWallet(tx, sellerId);
  const fromHeld = Math.min(amount, await amountInAccount(tx, orderId, 'held'));
  const fee = await amountInAccount(tx, orderId, 'platform');
  const keptMoney = { fee, net: (await amountKept(tx, orderId)) - fromHeld - fee };
  const reversal = splitReversal(keptMoney, amount - fromHeld);
  const fromClearing = Math.min(reversal.net, await amountInAccount(tx, orderId, 'clearing'));
  const { available } = await readBalances(tx, sellerId);
  const fromAvailable = Math.min(reversal.net - fromClearing, available);
  const newDebt = reversal.net - fromClearing - fromAvailable;
  return insertMovement(tx, ids, { kind: 'chargeback', chargebackId }, [
    { account: 'buyer', ownerId: buyerId, amount },
    { account: 'held', ownerId: sellerId, amount: -fromHeld },
    { account: 'platform', ownerId: sellerId, amount: -reversal.fee },
    { account: 'clearing', ownerId: sellerId, amount: -fromClearing },
    { account: 'seller', ownerId: sellerId, amount: -fromAvailable },
    { account: 'debt', ownerId: sellerId, amount: -newDebt },
  ]);
}

/**
 * `share`: the seller's part of a chargeback. `debt`: how much of the share became a debt, or, when the bank decided
 * for the seller, how much of it paid a debt. Both in centavos.
 */
export interface ChargebackShare {
  readonly share: number;
  readonly debt: number;
}

/** Reads the seller's part of a chargeback, or with `chargeback_won` the part that the seller got back. */
export async function readChargebackShare(
  db: Db,
  chargebackId: string,
  kind: 'chargeback' | 'chargeback_won' = 'chargeback',
): Promise<ChargebackShare> {
  const movedAmounts = await readChargebackEntries(db, chargebackId, kind);
  const { held = 0, clearing = 0, seller = 0, debt = 0 } = movedAmounts;
  return { share: Math.abs(held + clearing + seller + debt), debt: Math.abs(debt) };
}

/**
 * Takes the amount of a chargeback back from the buyer after the bank decided for the seller, in the transaction that
 * records this decision. The amount is divided exactly as the chargeback took it: the platform's part of the fee, and
 * the seller's share, which goes to `account`; in `seller` it first pays a debt, and the rest is available at once. Of
 * money that the chargeback took from `held` and that does not go back there, the platform takes `feePercent`.
 */
export async function postChargebackWon(
  tx: Db,
  ids: Ids,
  posting: Omit<ChargebackPosting, 'orderId'> & {
    readonly feePercent: number;
    readonly account: 'held' | 'clearing' | 'seller';
  },
): Promise<boolean> {
  const { chargebackId, buyerId, sellerId, amount, feePercent, account } = posting;
  await lockWallet(tx, sellerId);
  const { held = 0, platform = 0 } = await readChargebackEntries(tx, chargebackId, 'chargeback');
  const earned = account === 'held' ? 0 : 0 - held;
  const fee = splitPrice(earned, feePercent).fee - platform;
  const net = amount - fee;
  const debt = account === 'seller' ? Math.min(net, (await readBalances(tx, sellerId)).debt) : 0;
  return insertMovement(tx, ids, { kind: 'chargeback_won', chargebackId }, [
    { account: 'buyer', ownerId: buyerId, amount: -amount },
    { account: 'platform', ownerId: sellerId, amount: fee },
    { account: 'debt', ownerId: sellerId, amount: debt },
    { account, ownerId: sellerId, amount: net - debt },
  ]);
}
