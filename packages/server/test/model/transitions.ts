import {
  type DisputeAction,
  type DisputeTransition,
  disputeTransitions,
} from '../../src/modules/orders/disputes/dispute-states.ts';
import {
  isAllowedFor,
  type OrderAction,
  type OrderTransition,
  orderTransitions,
  type TransitionParty,
} from '../../src/modules/orders/lifecycle/order-states.ts';
import { amountDue } from '../../src/modules/orders/order-amount-columns.ts';
import type { ModelRun } from './model-run.ts';
import {
  amountKept,
  ModelFailure,
  postPartialRefund,
  postPassThrough,
  postRelease,
  postTransition,
} from './postings.ts';
import { amountToKeep, type OrderModel, type RefundModel } from './state.ts';

/*
 * Applies rows of the program's own state tables to the model. A new row needs no change here if its condition and its
 * kind of ledger transaction are known.
 */

const orderConditions: Readonly<Record<OrderTransition['when'], (order: OrderModel) => boolean>> = {
  always: () => true,
  overdue: ({ over }) => over.includes('pay'),
  startable: ({ over }) => !over.includes('start'),
  unstarted: ({ over }) => over.includes('start'),
  unopened: ({ packOpened }) => !packOpened,
  clearing: ({ clearing, disputed }) => clearing || disputed,
  disputed: ({ disputed }) => disputed,
};

const disputeConditions: Readonly<
  Record<DisputeTransition['when'], (order: OrderModel) => boolean>
> = {
  always: () => true,
  answerable: ({ over }) => !over.includes('answer'),
  overdue: ({ over }) => over.includes('answer'),
  offered: ({ dispute }) => dispute?.offer != null,
};

export interface RequestedOrderTransition {
  readonly action: OrderAction;
  readonly by: TransitionParty;
  /** Amount that goes back to the buyer; only with `completeDisputed`. */
  readonly refundedPart?: number;
}

/** An id that no refund of the order has. */
const nextRefundId = ({ refunds }: OrderModel): number =>
  1 + Math.max(-1, ...refunds.map(({ id }) => id));

/** Received money that was not returned, is not being returned and was not charged back. */
export function moneyLeft({ recorded, refunds, chargedBack }: OrderModel): number {
  const refundTotal = refunds.reduce((sum, { amount }) => sum + amount, 0);
  const returnedAmount = Math.max(recorded.back, recorded.takenBack + refundTotal);
  return (recorded.paid ?? 0) - returnedAmount - chargedBack;
}

/** Records a refund of the money that is left and that the order does not keep; null when there is none. */
export function addRefund(order: OrderModel): RefundModel | null {
  const amount = moneyLeft(order) - amountToKeep(order);
  if (amount <= 0) return null;
  const refund: RefundModel = { id: nextRefundId(order), amount, status: 'pending', sent: false };
  order.refunds.push(refund);
  return refund;
}

/** Refunds all received money that an order must not keep. */
export function returnExcess(run: ModelRun, order: OrderModel): void {
  const isUnsold = ['awaiting_payment', 'cancelled'].includes(order.serviceStatus);
  if (isUnsold && order.recorded.paid !== null) postPassThrough(run, order, order.recorded.paid);
  addRefund(order);
}

function setColumns(
  { state }: ModelRun,
  order: OrderModel,
  row: OrderTransition,
  requested: RequestedOrderTransition,
) {
  order.serviceStatus = row.to;
  order.disputed = false;
  if (row.from === 'complete') order.clearing = false;
  if (row.to !== 'complete') return;
  if (row.when === 'disputed') order.refundedPart = requested.refundedPart ?? 0;
  else order.clearing = state.settings.clears[requested.by === 'buyer' ? 'buyer' : 'seller'];
  if (amountDue(order) === 0) order.clearing = false;
}

/**
 * Applies a row of the orders' state table and moves the money as the row says. Returns false and changes nothing when
 * the row is not allowed.
 */
export function applyOrderTransition(
  run: ModelRun,
  order: OrderModel,
  requested: RequestedOrderTransition,
): boolean {
  const { action, by } = requested;
  const row: OrderTransition = orderTransitions[action];
  if (!isAllowedFor(action, by) || order.serviceStatus !== row.from) return false;
  if (!orderConditions[row.when](order)) return false;
  if (order.disputed && row.when !== 'disputed' && by !== 'provider') return false;
  setColumns(run, order, row, requested);
  postTransition(run, order, row);
  if (row.to === 'refunded') {
    if (by === 'provider')
      applyDisputeTransition(run, order, { action: 'takeBack', amount: order.price });
    addRefund(order);
  }
  run.rows.push(`order ${action} by ${by}`);
  return true;
}

export interface RequestedDisputeTransition {
  readonly action: DisputeAction;
  /** With an outcome: the amount that goes back to the buyer; with `contest`: the offer. */
  readonly amount?: number | null;
}

/** Applies a row of the disputes' state table. Returns false and changes nothing when the row is not allowed. */
export function applyDisputeTransition(
  run: ModelRun,
  order: OrderModel,
  requested: RequestedDisputeTransition,
): boolean {
  const row: DisputeTransition = disputeTransitions[requested.action];
  const { dispute } = order;
  if (!dispute || !row.from.includes(dispute.state)) return false;
  if (!disputeConditions[row.when](order)) return false;
  const { amount = null } = requested;
  if (row.outcome === null) Object.assign(dispute, { state: 'answered', offer: amount });
  else
    Object.assign(dispute, {
      state: 'resolved',
      outcome: row.outcome,
      refundedAmount: amount ?? 0,
      takenBack: row.by === 'provider',
    });
  run.rows.push(`dispute ${requested.action} by ${row.by}`);
  return true;
}

function completeDisputed(
  run: ModelRun,
  order: OrderModel,
  party: TransitionParty,
  refundedPart: number,
) {
  const fromAccount = order.serviceStatus === 'complete' ? 'clearing' : 'held';
  if (fromAccount === 'held') {
    if (
      !applyOrderTransition(run, order, {
        action: 'completeDisputed',
        by: party,
        refundedPart: refundedPart,
      })
    )
      return false;
  } else {
    Object.assign(order, { disputed: false, refundedPart: refundedPart });
  }
  if (refundedPart > 0) {
    postPartialRefund(run, order, fromAccount);
    addRefund(order);
  }
  if (fromAccount === 'clearing') postRelease(run, order);
  return true;
}

/**
 * Ends a dispute and applies its outcome to the order and its money. Returns false and changes nothing when the state
 * of the dispute does not allow it.
 */
export function resolveDispute(
  run: ModelRun,
  order: OrderModel,
  requested: RequestedDisputeTransition,
): boolean {
  const boundedRequest = {
    ...requested,
    amount: Math.min(requested.amount ?? 0, amountKept(order)),
  };
  if (!applyDisputeTransition(run, order, boundedRequest)) return false;
  const { outcome, by } = disputeTransitions[boundedRequest.action];
  let hasOrderChanged = order.disputed;
  if (outcome === 'withdrawn') {
    order.disputed = false;
    order.clearing = order.dispute?.wasClearing === true;
    order.over = order.over.filter((deadline) => deadline !== 'clearing');
  } else if (outcome === 'refunded') {
    const action = order.serviceStatus === 'complete' ? 'refundDisputedClearing' : 'refundDisputed';
    hasOrderChanged = applyOrderTransition(run, order, { action, by });
  } else {
    hasOrderChanged = completeDisputed(run, order, by, boundedRequest.amount);
  }
  if (!hasOrderChanged) throw new ModelFailure('an order did not follow its dispute');
  return true;
}
