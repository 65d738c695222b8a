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

/**
 * Ends an order after a chargeback and returns the rest of its money to the buyer; a completed order ends only when
 * it has no money left.
 */
function endOrder(modelRun: ModelRun, order: OrderModel): void {
  const action = endingActions[order.serviceStatus];
  const amountLeft = amountKept(order);
  if (!action || (order.serviceStatus === 'complete' && amountLeft > 0)) return;
  if (!applyOrderTransition(modelRun, order, { action, by: 'provider' }))
    throw new ModelFailure('an order did not follow its chargeback');
  postTransaction(modelRun, order, 'refund', { held: -amountLeft, buyer: amountLeft });
}

function reverseSale(
  run: ModelRun,
  order: OrderModel,
  { chargeback, amount }: ChargebackChange,
): void {
  const amountOfOrder = amountKept(order);
  const hasEnded = order.serviceStatus === 'refunded';
  // The money that a refunded order keeps is part of `chargedBack`, so `moneyLeft` does not contain it.
  const amountLeft = moneyLeft(order) + (hasEnded ? amountOfOrder : 0);
  const reversed = Math.max(0, Math.min(amountOfOrder, amountOfOrder - amountLeft, amount));
  chargeback.orderStatus = order.serviceStatus;
  if (hasEnded) order.chargedBack -= reversed;
  if (reversed === 0) return;
  takeBackMoney(run, order, chargeback, reversed);
  endOrder(run, order);
}

/** Whether the order's dispute was decided with a full refund for the buyer; a chargeback by the bank does not count. */
const hasBuyerWon = ({ dispute }: OrderModel) =>
  dispute?.outcome === 'refunded' && !dispute.takenBack;

function restoreSale(
  run: ModelRun,
  order: OrderModel,
  { chargeback, amount }: ChargebackChange,
): void {
  const { reversed, held, fee: feeTaken, orderStatus } = chargeback;
  order.chargedBack -= amount;
  const isServed = orderStatus !== 'awaiting_start' || order.packOpened;
  if (reversed > 0 && isServed && !hasBuyerWon(order)) {
    const fee = splitPrice(held, run.state.settings.feePercent).fee + feeTaken;
    const net = reversed - fee;
    const clears = order.serviceStatus === 'complete' && (order.clearing || order.disputed);
    const debt = clears ? 0 : Math.min(net, walletOf(run.state, order).debt);
    const sellerAmount = { [clears ? 'clearing' : 'seller']: net - debt };
    moveMoney(run, order, 'chargeback_won', {
      buyer: -reversed,
      platform: fee,
      debt,
      ...sellerAmount,
    });
    chargeback.restored = reversed;
    if (order.serviceStatus === 'refunded') order.chargedBack += reversed;
  }
  returnExcess(run, order);
}

/**
 * Moves the money of changed chargebacks: first of those that the bank decided for the seller, then of those that take
 * money. Ends the order when its money is taken.
 */
export function applyChargebacks(
  run: ModelRun,
  order: OrderModel,
  changes: readonly ChargebackChange[],
): void {
  for (const change of changes)
    if (change.posts === 'chargeback_won') restoreSale(run, order, change);
  for (const change of changes) if (change.posts === 'chargeback') reverseSale(run, order, change);
}
