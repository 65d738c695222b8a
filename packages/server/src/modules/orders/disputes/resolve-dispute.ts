import type { Db } from '../../../platform/database/pool.ts';
import { notifyOrderEvent } from '../../notifications/index.ts';
import {
  amountKept,
  lockWallet,
  postPartialRefund,
  postRelease,
  readReleasedMoney,
} from '../../wallet/index.ts';
import { applyTransition, type TransitionDeps } from '../lifecycle/transition.ts';
import { amountDue } from '../order-amount-columns.ts';
import { enqueueSendRefund, scheduleEndOfClearing } from '../order-jobs.ts';
import type { OrderRow } from '../orders-table.ts';
import { toNotifiedOrder } from '../policy.ts';
import { insertRefund } from '../refunds/refund-store.ts';
import { type DisputeAction, disputeTransitions } from './dispute-states.ts';
import { changeDispute, type DisputeChange } from './dispute-store.ts';
import { endDisputedClearing, resumeDisputedOrder } from './disputed-order-store.ts';
import type { DisputeRow } from './disputes-table.ts';

/**
 * An action with which a person or the system ends a dispute. `takeBack` is left out: when the provider took the money
 * back, the transition of the order also ends the dispute.
 */
type ResolvingAction = Exclude<DisputeAction, 'contest' | 'takeBack'>;
interface DisputeResolution extends Omit<DisputeChange, 'answer' | 'refundedAmount'> {
  readonly action: ResolvingAction;
  /** With the outcome `partly_refunded`: the part that goes back to the buyer, in centavos. */
  readonly part?: number;
}
/** A resolution with the amount that goes back to the buyer, in centavos. */
type ResolutionWithAmount = DisputeResolution & Required<Pick<DisputeChange, 'refundedAmount'>>;

/** Returns the whole price: the order ends as refunded, whether it was in progress or in its clearing time. */
async function refundDisputedOrder(
  deps: TransitionDeps,
  tx: Db,
  order: OrderRow,
  { action, actorId }: DisputeResolution,
): Promise<OrderRow | null> {
  const { by } = disputeTransitions[action];
  const refundAction =
    order.serviceStatus === 'complete' ? 'refundDisputedClearing' : 'refundDisputed';
  return applyTransition(deps, tx, { action: refundAction, orderId: order.id, by, actorId });
}

/** Posts the buyer's part of the price to the ledger and enqueues its refund; the order stays completed. */
async function refundPartOfPrice(
  deps: TransitionDeps,
  tx: Db,
  order: OrderRow,
  from: 'held' | 'clearing',
) {
  const { id: orderId, buyerId, sellerId, refundedPart } = order;
  if (refundedPart === 0) return;
  const { ids, platformFeePercent } = deps;
  const remainingAmount = (await amountKept(tx, orderId)) - refundedPart;
  await postPartialRefund(tx, ids, {
    orderId,
    buyerId,
    sellerId,
    amount: refundedPart,
    keptAmount: remainingAmount,
    feePercent: platformFeePercent,
    sourceAccount: from,
  });
  const id = ids.uuid();
  const refund = await insertRefund(tx, { id, orderId, reason: 'dispute' });
  if (refund) await enqueueSendRefund(deps, tx, id);
}

/** Completes the order for the seller, with `refundedAmount` centavos for the buyer; the rest is available at once. */
async function settleDisputedOrder(
  deps: TransitionDeps,
  tx: Db,
  order: OrderRow,
  { action, actorId, refundedAmount }: ResolutionWithAmount,
): Promise<OrderRow | null> {
  const { id: orderId, sellerId } = order;
  if (order.serviceStatus === 'complete') {
    const clearedOrder = await endDisputedClearing(tx, orderId, refundedAmount);
    if (!clearedOrder) return null;
    await refundPartOfPrice(deps, tx, clearedOrder, 'clearing');
    await postRelease(tx, deps.ids, { orderId, sellerId });
    return clearedOrder;
  }
  const { by } = disputeTransitions[action];
  const statusChange = {
    action: 'completeDisputed',
    orderId,
    by,
    actorId,
    refundedPart: refundedAmount,
  } as const;
  const completedOrder = await applyTransition(deps, tx, statusChange);
  if (completedOrder) await refundPartOfPrice(deps, tx, completedOrder, 'held');
  return completedOrder;
}

/** Lets the order continue as before the dispute. */
async function resumeOrderAfterWithdrawal(
  deps: TransitionDeps,
  tx: Db,
  order: OrderRow,
  { clearingLeft }: DisputeRow,
): Promise<OrderRow | null> {
  const resumedOrder = await resumeDisputedOrder(tx, order.id, clearingLeft);
  if (resumedOrder) await scheduleEndOfClearing(deps, tx, resumedOrder);
  return resumedOrder;
}

/** The amount that the outcome returns to the buyer, in centavos. */
function refundedAmountOf(order: OrderRow, { action, part = 0 }: DisputeResolution): number {
  const { outcome } = disputeTransitions[action];
  if (outcome === 'refunded') return amountDue(order);
  return outcome === 'partly_refunded' ? part : 0;
}

/**
 * Ends the dispute of an order with one of the `disputeTransitions`, in the caller's transaction: dispute, order,
 * ledger, refund and notifications change together. Returns null and changes nothing when the state of the dispute does
 * not allow the action. Lock the order first and pass `order` as read under the lock. Money that a chargeback has
 * already taken is not returned a second time.
 */
export async function resolveDispute(
  deps: TransitionDeps,
  tx: Db,
  order: OrderRow,
  requestedResolution: DisputeResolution,
): Promise<DisputeRow | null> {
  await lockWallet(tx, order.sellerId);
  const amountStillKept = await amountKept(tx, order.id);
  const resolution = {
    ...requestedResolution,
    refundedAmount: Math.min(refundedAmountOf(order, requestedResolution), amountStillKept),
  };
  const dispute = await changeDispute(tx, resolution);
  if (!dispute) return null;
  const { outcome, by } = disputeTransitions[resolution.action];
  const movedOrder =
    outcome === 'withdrawn'
      ? await resumeOrderAfterWithdrawal(deps, tx, order, dispute)
      : outcome === 'refunded'
        ? await refundDisputedOrder(deps, tx, order, resolution)
        : await settleDisputedOrder(deps, tx, order, resolution);
  // Throwing rolls the transaction back, so that dispute and order change together or not at all.
  if (!movedOrder) throw new Error(`order ${order.id} did not follow its dispute`);
  const event = {
    is: 'dispute_resolved',
    outcome,
    by,
    refundedAmount: dispute.refundedAmount,
    reason: dispute.decisionReason,
    released: await readReleasedMoney(tx, { orderId: order.id }),
  } as const;
  await notifyOrderEvent(tx, deps.ids, event, toNotifiedOrder(movedOrder));
  return dispute;
}
