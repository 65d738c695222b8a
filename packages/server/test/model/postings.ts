import { splitPrice } from '@guilda/contract/money/split-price';
import type { OrderTransition } from '../../src/modules/orders/lifecycle/order-states.ts';
import { amountDue } from '../../src/modules/orders/order-amount-columns.ts';
import type { LedgerKind } from '../../src/modules/wallet/ledger/ledger-tables.ts';
import type { ModelRun } from './model-run.ts';
import {
  type MoneyState,
  type OrderAccount,
  type OrderModel,
  orderAccounts,
  type WalletModel,
} from './state.ts';

/** Thrown when the program would throw: the step fails and its transaction is rolled back. */
export class ModelFailure extends Error {}

type AccountAmounts = Partial<Record<OrderAccount, number>>;

export function walletOf(state: MoneyState, order: OrderModel): WalletModel {
  const wallet = state.wallets[order.seller];
  if (!wallet) throw new Error(`no wallet ${order.seller}`);
  return wallet;
}

const listChangedAccounts = (amounts: AccountAmounts) =>
  orderAccounts.filter((account) => (amounts[account] ?? 0) !== 0);

/** Moves money between the accounts of an order and its seller's wallet. */
export function moveMoney(
  { state, rows }: ModelRun,
  order: OrderModel,
  kind: LedgerKind,
  amounts: AccountAmounts,
): void {
  const changedAccounts = listChangedAccounts(amounts);
  for (const account of changedAccounts) order.accounts[account] += amounts[account] ?? 0;
  const wallet = walletOf(state, order);
  wallet.available += amounts.seller ?? 0;
  wallet.debt -= amounts.debt ?? 0;
  const { held, clearing, platform } = order.accounts;
  if (Math.min(held, clearing, platform, wallet.available, wallet.debt) < 0)
    throw new ModelFailure(`${kind} leaves an account below zero`);
  rows.push(
    `ledger ${kind}: ${changedAccounts.map((a) => `${a}${(amounts[a] ?? 0) < 0 ? '-' : '+'}`)}`,
  );
}

/**
 * Posts a ledger transaction of an order; false when the transaction moves no money or one of this kind was posted
 * before.
 */
export function postTransaction(
  run: ModelRun,
  order: OrderModel,
  kind: LedgerKind,
  amounts: AccountAmounts,
): boolean {
  if (listChangedAccounts(amounts).length === 0 || order.posted.includes(kind)) return false;
  moveMoney(run, order, kind, amounts);
  order.posted.push(kind);
  return true;
}

/** Posts the ledger transaction of a state transition; false when it moves no money or was posted before. */
type TransitionPosting = (run: ModelRun, order: OrderModel, row: OrderTransition) => boolean;

/** Posts the ledger transaction that moves all money of the order from the seller's side back to the buyer. */
const postRefund: TransitionPosting = (run, order, row) => {
  const { clearing, platform } = order.accounts;
  return row.from === 'complete'
    ? postTransaction(run, order, 'refund', {
        clearing: -clearing,
        platform: -platform,
        buyer: clearing + platform,
      })
    : postTransaction(run, order, 'refund', { held: -amountKept(order), buyer: amountKept(order) });
};

/** Pays the seller's debt from money that an order has just made available. */
export function payDebt(run: ModelRun, order: OrderModel): void {
  const { available, debt } = walletOf(run.state, order);
  const amount = Math.min(available, debt);
  postTransaction(run, order, 'debt_payment', { seller: -amount, debt: amount });
}

const postCompletion: TransitionPosting = (run, order) => {
  const amount = amountKept(order) - order.refundedPart;
  const { fee, net } = splitPrice(amount, run.state.settings.feePercent);
  const isPosted = postTransaction(run, order, 'completion', {
    held: -amount,
    [order.clearing ? 'clearing' : 'seller']: net,
    platform: fee,
  });
  if (isPosted && !order.clearing) payDebt(run, order);
  return isPosted;
};

const postingsByKind: Readonly<Record<NonNullable<OrderTransition['posts']>, TransitionPosting>> = {
  payment: (run, order) =>
    postTransaction(run, order, 'payment', { buyer: -amountDue(order), held: amountDue(order) }),
  completion: postCompletion,
  refund: postRefund,
  // `chargebacks.ts` posts the ledger transaction of a chargeback before the state transition.
  chargeback: () => true,
};

/** Posts the ledger transaction of a state transition; posts nothing when it moves no money. */
export function postTransition(run: ModelRun, order: OrderModel, row: OrderTransition): void {
  if (row.posts === null) return;
  const amount =
    row.posts === 'payment' ? amountDue(order) : amountKept(order) - order.refundedPart;
  if (amount === 0) return;
  if (!postingsByKind[row.posts](run, order, row))
    throw new ModelFailure(`the ${row.posts} was posted before`);
}

/** Makes the clearing money of an order available to the seller. */
export function postRelease(run: ModelRun, order: OrderModel): void {
  const amount = order.accounts.clearing;
  if (amount === 0) return;
  if (!postTransaction(run, order, 'release', { clearing: -amount, seller: amount }))
    throw new ModelFailure('the release was posted before');
  payDebt(run, order);
}

/** The buyer's money that an order still has. */
export const amountKept = ({ accounts }: OrderModel): number => 0 - accounts.buyer;

/** Returns a part of the price to the buyer. From `clearing`, the platform also gives back its fee on that part. */
export function postPartialRefund(
  run: ModelRun,
  order: OrderModel,
  fromAccount: 'held' | 'clearing',
) {
  const amount = order.refundedPart;
  const { fee: feeDue } = splitPrice(amountKept(order) - amount, run.state.settings.feePercent);
  const fee =
    fromAccount === 'held' ? 0 : Math.min(Math.max(order.accounts.platform - feeDue, 0), amount);
  const amounts = { [fromAccount]: fee - amount, platform: -fee, buyer: amount };
  if (!postTransaction(run, order, 'partial_refund', amounts))
    throw new ModelFailure('the partial refund was posted before');
}

/** Posts the payment of an order that was never sold, and the refund of that payment. */
export function postPassThrough(run: ModelRun, order: OrderModel, amount: number): void {
  if (postTransaction(run, order, 'payment', { buyer: -amount, held: amount }))
    postTransaction(run, order, 'refund', { held: -amount, buyer: amount });
}
