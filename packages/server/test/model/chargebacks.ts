import { splitPrice } from '@guilda/contract/money/split-price';
import {
  type ChargebackTransition,
  chargebackTransitionOf,
} from '../../src/modules/orders/chargebacks/chargeback-states.ts';
import type { OrderAction } from '../../src/modules/orders/lifecycle/order-states.ts';
import { splitReversal } from '../../src/modules/wallet/ledger/split-reversal.ts';
import type { ModelRun } from './model-run.ts';
import { amountKept, ModelFailure, moveMoney, postTransaction, walletOf } from './postings.ts';
import type { ChargebackModel, OrderModel } from './state.ts';
import type { ProviderSnapshot } from './step.ts';
import { applyOrderTransition, moneyLeft, returnExcess } from './transitions.ts';

/** A chargeback whose status in the database changed when the provider's record was applied. */
interface ChargebackChange {
  readonly chargeback: ChargebackModel;
  readonly amount: number;
  readonly posts: ChargebackTransition['posts'];
}

/** Records the chargebacks that the provider's record contains; returns those whose money the caller must then move. */
export function recordChargebacks(
  { rows }: ModelRun,
  order: OrderModel,
  record: ProviderSnapshot,
): ChargebackChange[] {
  return record.chargebacks.flatMap(({ amount, status }, n): ChargebackChange[] => {
    const recorded = order.chargebacks[n];
    const transition = chargebackTransitionOf(recorded?.status ?? null, status);
    if (transition === null) return [];
    const { serviceStatus: orderStatus } = order;
    const noAmounts = { reversed: 0, restored: 0, held: 0, fee: 0 };
    const chargeback = recorded ?? { status, orderStatus, ...noAmounts };
    chargeback.status = status;
    order.chargebacks[n] = chargeback;
    if (transition.posts === 'chargeback') order.chargedBack += amount;
    rows.push(`chargeback ${transition.from}-${transition.to}`);
    return [{ chargeback, amount, posts: transition.posts }];
  });
}

/**
 * Takes `amount` from the money that an order keeps: held money and fee first, then clearing and available money; the
 * rest becomes a debt.
 */
function takeBackMoney(
  modelRun: ModelRun,
  order: OrderModel,
  chargeback: ChargebackModel,
  amount: number,
) {
  const { accounts } = order;
  const held = Math.min(amount, accounts.held);
  const remaining = { fee: accounts.platform, net: amountKept(order) - held - accounts.platform };
  const { fee, net } = splitReversal(remaining, amount - held);
  const clearing = Math.min(net, accounts.clearing);
  const seller = Math.min(net - clearing, walletOf(modelRun.state, order).available);
  moveMoney(modelRun, order, 'chargeback', {
    buyer: amount,
    held: -held,
    platform: -fee,
    clearing: -clearing,
    seller: -seller,
    debt: clearing + seller - net,
  });
  Object.assign(chargeback, { reversed: amount, held, fee });
}

const endingActions: Partial<Record<OrderModel['serviceStatus'], OrderAction>> = {
  awaiting_start: 'chargebackUnstarted',
  in_progress: 'chargebackStarted',
  complete: 'chargebackComplete',
};

/** Whether the buyer had received something when the order was in the state `status`. */
const isServed = (status: OrderModel['serviceStatus'], { packOpened }: OrderModel) =>
  status !== 'awaiting_start' || packOpened;

/**
 * Ends an order after its chargebacks when it has no money left or its buyer received nothing, and returns the rest of
 * its money to the buyer.
 */
function endOrder(modelRun: ModelRun, order: OrderModel): void {
  const action = endingActions[order.serviceStatus];
  const amountLeft = amountKept(order);
  if (!action || (amountLeft > 0 && isServed(order.serviceStatus, order))) return;
  if (!applyOrderTransition(modelRun, order, { action, by: 'provider' }))
    throw new ModelFailure('an order did not follow its chargeback');
  order.endedByProvider = true;
  postTransaction(modelRun, order, 'refund', { held: -amountLeft, buyer: amountLeft });
}

/** Takes the money of a chargeback; false when the order has none of it. */
function reverseSale(
  run: ModelRun,
  order: OrderModel,
  { chargeback, amount }: ChargebackChange,
): boolean {
  const amountOfOrder = amountKept(order);
  const hasEnded = order.serviceStatus === 'refunded';
  // The money that a refunded order keeps is part of `chargedBack`, so `moneyLeft` does not contain it.
  const amountLeft = moneyLeft(order) + (hasEnded ? amountOfOrder : 0);
  const reversed = Math.max(0, Math.min(amountOfOrder, amountOfOrder - amountLeft, amount));
  chargeback.orderStatus = order.serviceStatus;
  if (hasEnded) order.chargedBack -= reversed;
  if (reversed === 0) return false;
  takeBackMoney(run, order, chargeback, reversed);
  return true;
}

/** Whether the order ended with a full refund that the provider did not cause. */
const wasRefundedToBuyer = ({ serviceStatus, endedByProvider }: OrderModel) =>
  serviceStatus === 'refunded' && !endedByProvider;

/** The account to which the seller's share of a won chargeback goes. */
function restoredAccountOf({ serviceStatus, clearing, disputed }: OrderModel) {
  if (serviceStatus === 'awaiting_start' || serviceStatus === 'in_progress') return 'held';
  return serviceStatus === 'complete' && (clearing || disputed) ? 'clearing' : 'seller';
}

function restoreSale(
  run: ModelRun,
  order: OrderModel,
  { chargeback, amount }: ChargebackChange,
): void {
  const { reversed, held, fee: feeTaken, orderStatus } = chargeback;
  order.chargedBack -= amount;
  if (reversed > 0 && isServed(orderStatus, order) && !wasRefundedToBuyer(order)) {
    const account = restoredAccountOf(order);
    const earned = account === 'held' ? 0 : held;
    const fee = splitPrice(earned, run.state.settings.feePercent).fee + feeTaken;
    const net = reversed - fee;
    const debt = account === 'seller' ? Math.min(net, walletOf(run.state, order).debt) : 0;
    moveMoney(run, order, 'chargeback_won', {
      buyer: -reversed,
      platform: fee,
      debt,
      [account]: net - debt,
    });
    chargeback.restored = reversed;
    if (order.serviceStatus === 'refunded') order.chargedBack += reversed;
  }
  returnExcess(run, order);
}

/**
 * Moves the money of changed chargebacks: first of those that the bank decided for the seller, then of those that take
 * money. Then ends the order if it must end.
 */
export function applyChargebacks(
  run: ModelRun,
  order: OrderModel,
  changes: readonly ChargebackChange[],
): void {
  for (const change of changes)
    if (change.posts === 'chargeback_won') restoreSale(run, order, change);
  const reversals = changes.filter(
    (change) => change.posts === 'chargeback' && reverseSale(run, order, change),
  );
  if (reversals.length > 0) endOrder(run, order);
}
