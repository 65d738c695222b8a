import { afterCommit } from '../../../platform/database/after-commit.ts';
import type { Db } from '../../../platform/database/pool.ts';
import type { Ids } from '../../../ports/ids.ts';
import type { Meter } from '../../../ports/meter.ts';
import { ensureConversation, type Messaging } from '../../messaging/index.ts';
import { notifyOrderEvent, type OrderEvent, orderGreeting } from '../../notifications/index.ts';
import { releaseOrderPackFiles } from '../../pack-files/index.ts';
import { addCompletedSales, forgetUsualStart } from '../../users/index.ts';
import {
  amountKept,
  postClearingRefund,
  postCompletion,
  postPayment,
  postRefund,
} from '../../wallet/index.ts';
import { changeDispute } from '../disputes/dispute-store.ts';
import { amountDue, isFreeOrder } from '../order-amount-columns.ts';
import {
  enqueueSendRefund,
  type OrderQueue,
  scheduleEndOfClearing,
  scheduleUnstartedRefund,
} from '../order-jobs.ts';
import type { OrderRow } from '../orders-table.ts';
import { toNotifiedOrder } from '../policy.ts';
import { insertRefund, type RefundReason } from '../refunds/refund-store.ts';
import type { OrderTransition, TransitionParty } from './order-states.ts';

export interface TransitionEffectDeps extends OrderQueue {
  readonly ids: Ids;
  readonly messaging: Pick<Messaging, 'sendSystemMessage'>;
  /** Percentage of the price that Guilda keeps, as a whole number. */
  readonly platformFeePercent: number;
  /** Counts transitions; without a meter nothing is counted. */
  readonly meter?: Meter;
}

/**
 * Posts the money of a transition to the ledger: for a payment the amount due, otherwise what chargebacks have left of
 * it. Nothing is posted for a free order.
 */
async function postTransitionMoney(
  deps: TransitionEffectDeps,
  tx: Db,
  transition: OrderTransition,
  order: OrderRow,
) {
  const { id: orderId, buyerId, sellerId } = order;
  if (transition.posts === null || transition.posts === 'chargeback') return;
  const amount =
    transition.posts === 'payment'
      ? amountDue(order)
      : (await amountKept(tx, orderId)) - order.refundedPart;
  if (amount === 0) return;
  const posting = { orderId, buyerId, sellerId, amount };
  const { ids, platformFeePercent } = deps;
  const postRefundOf = transition.from === 'complete' ? postClearingRefund : postRefund;
  const isPosted =
    transition.posts === 'payment'
      ? await postPayment(tx, ids, posting)
      : transition.posts === 'refund'
        ? await postRefundOf(tx, ids, posting)
        : await postCompletion(tx, ids, {
            ...posting,
            feePercent: platformFeePercent,
            clears: order.heldUntil !== null,
          });
  // Throwing rolls the transaction back, so that order and ledger change together or not at all.
  if (!isPosted)
    throw new Error(`the ledger already holds the ${transition.posts} of order ${orderId}`);
}

/** Reason of the refund, by the party that ended the order. */
const refundReasonByParty: Readonly<Record<TransitionParty, RefundReason>> = {
  buyer: 'buyer',
  seller: 'seller',
  admin: 'admin',
  system: 'not_started',
  // The provider has usually returned everything. If it returned only a part, the rest is refunded with this reason.
  provider: 'wrong_amount',
};

/** Records the refund of a transition and enqueues the job that sends it after the commit. */
async function createRefundOfTransition(
  deps: TransitionEffectDeps,
  tx: Db,
  { when }: OrderTransition,
  order: OrderRow,
  by: TransitionParty,
) {
  const id = deps.ids.uuid();
  const refund = await insertRefund(tx, {
    id,
    orderId: order.id,
    reason: when === 'disputed' ? 'dispute' : refundReasonByParty[by],
  });
  if (refund) await enqueueSendRefund(deps, tx, id);
}

/** Ends the dispute of an order whose money the provider took back; does nothing when the order has no dispute. */
async function endDisputeOfRefund(tx: Db, order: OrderRow) {
  const refundedAmount = amountDue(order);
  await changeDispute(tx, {
    action: 'takeBack',
    orderId: order.id,
    actorId: null,
    refundedAmount,
  });
}

/**
 * The notification of a transition; null for an order whose checkout the buyer has never seen, and for the outcome of a
 * dispute, which has a notification of its own.
 */
function notificationOf(
  { to, when, posts }: OrderTransition,
  order: OrderRow,
  by: TransitionParty,
): OrderEvent | null {
  if (when === 'disputed') return null;
  // `orders/chargebacks` notifies of a chargeback, with its amounts.
  if (posts === 'chargeback') return null;
  switch (to) {
    case 'awaiting_start':
      return { is: 'paid' };
    case 'in_progress':
      return { is: 'started' };
    case 'complete':
      return { is: 'completed', by };
    case 'refunded':
      return { is: 'refunded', by };
    default:
      if (by !== 'system' || order.checkoutUrl === null) return null;
      return { is: when === 'overdue' ? 'expired' : 'revoked' };
  }
}

/**
 * Whether nobody needs the pack files of an order any more: it was never paid, or it was free and is refunded unopened. The
 * files of a paid order are evidence if its bank takes the money back after the refund.
 */
const endsUseOfPackFiles = ({ to }: OrderTransition, order: OrderRow): boolean =>
  to === 'cancelled' || (to === 'refunded' && isFreeOrder(order) && order.packOpenedAt === null);

/** When an order starts, sends the buyer a greeting in the seller's name (docs/product/orders.md, O-14). */
const greetBuyer = ({ messaging }: TransitionEffectDeps, tx: Db, order: OrderRow): Promise<void> =>
  messaging.sendSystemMessage(tx, {
    senderId: order.sellerId,
    receiverId: order.buyerId,
    message: orderGreeting(toNotifiedOrder(order)),
  });

/**
 * Applies the effects of a transition in its transaction: ledger, refund, jobs and notifications. Requests to providers
 * are made by jobs after the commit.
 */
export async function applyTransitionEffects(
  deps: TransitionEffectDeps,
  tx: Db,
  transition: OrderTransition,
  order: OrderRow,
  by: TransitionParty,
): Promise<void> {
  await postTransitionMoney(deps, tx, transition, order);
  if (transition.to === 'complete') {
    await addCompletedSales(tx, order.sellerId, 1);
    await scheduleEndOfClearing(deps, tx, order);
  }
  if (transition.from === 'complete') await addCompletedSales(tx, order.sellerId, -1);
  if (transition.to === 'awaiting_start') {
    await scheduleUnstartedRefund(deps, tx, order);
    // A paid order adds buyer and seller to the chat list of each other.
    await ensureConversation(tx, deps.ids, order.buyerId, order.sellerId);
  }
  if (transition.to === 'in_progress') {
    await greetBuyer(deps, tx, order);
    afterCommit(tx, () => forgetUsualStart(order.sellerId));
  }
  if (endsUseOfPackFiles(transition, order)) await releaseOrderPackFiles(tx, order.id);
  if (transition.to === 'refunded' && by === 'provider') await endDisputeOfRefund(tx, order);
  if (transition.to === 'refunded') await createRefundOfTransition(deps, tx, transition, order, by);
  const event = notificationOf(transition, order, by);
  if (event) await notifyOrderEvent(tx, deps.ids, event, toNotifiedOrder(order));
}
