import type { Payment } from '@guilda/contract/orders/orders';
import type { Person } from '../../../platform/actor.ts';
import { singleFlight } from '../../../platform/async/single-flight.ts';
import { err, ok, type Result } from '../../../platform/result.ts';
import type { PaymentRecord } from '../../../ports/payment-provider.ts';
import {
  type CloseCheckoutDeps,
  closeCheckoutAtProvider,
  settleAfterClosing,
} from '../checkout/close-checkout.ts';
import { enqueueCheckoutClosing } from '../order-jobs.ts';
import { findOrder, findReplicatedOrder } from '../order-store.ts';
import type { OrderRow } from '../orders-table.ts';
import { orderRoleOf } from '../policy.ts';
import { findOrderDetails } from '../reads/order-details-store.ts';
import { createOrderView, type OrderViewDeps } from '../view.ts';
import { findStepActor } from './step-store.ts';
import { applyTransition } from './transition.ts';

export interface CancelOrderDeps extends CloseCheckoutDeps, OrderViewDeps {}

type CancelOrderRefusal =
  | 'order_not_found'
  | 'only_buyer_cancels'
  | 'order_wrong_status'
  | 'payment_processed';

type CloseCheckoutResult = Result<PaymentRecord | null, 'payment_unavailable'>;

/**
 * Applies the result of closing the checkout at the provider, and cancels the order, in one transaction. A payment in
 * the provider's record is settled first, and an order that is then paid is not cancelled. When the provider did not
 * answer, the order is cancelled, a job closes the checkout later, and a payment that still arrives is refunded.
 */
async function cancelAfterCheckoutClosing(
  deps: CancelOrderDeps,
  actor: Person,
  { id: orderId }: OrderRow,
  closeResult: CloseCheckoutResult,
): Promise<Result<void, CancelOrderRefusal>> {
  return deps.database.transaction(async (tx) => {
    if (closeResult.ok) await settleAfterClosing(deps, tx, closeResult.value);
    const statusChange = { action: 'cancel', orderId, by: 'buyer', actorId: actor.uid } as const;
    const cancelledOrder = await applyTransition(deps, tx, statusChange);
    if (!cancelledOrder) return resultForUnchangedOrder(deps, orderId, tx);
    if (!closeResult.ok) await enqueueCheckoutClosing(deps, tx, orderId);
    return ok();
  });
}

/**
 * The answer when the cancellation changed nothing: success when the buyer had cancelled before, otherwise a refusal by
 * the order's state.
 */
async function resultForUnchangedOrder(
  deps: CancelOrderDeps,
  id: string,
  db = deps.database.db,
): Promise<Result<void, CancelOrderRefusal>> {
  const currentOrder = await findReplicatedOrder(db, id);
  if (currentOrder?.serviceStatus === 'awaiting_start') return err('payment_processed');
  if (currentOrder?.serviceStatus !== 'cancelled') return err('order_wrong_status');
  return (await findStepActor(db, id, 'cancelled')) === 'buyer' ? ok() : err('order_wrong_status');
}

/** The answer for an order that was not waiting for its payment when the request arrived. */
async function resultForOrderNotAwaitingPayment(
  deps: CancelOrderDeps,
  order: OrderRow,
): Promise<Result<void, CancelOrderRefusal>> {
  if (order.serviceStatus !== 'cancelled') return err('order_wrong_status');
  return resultForUnchangedOrder(deps, order.id);
}

/**
 * Cancels an unpaid order for its buyer (`docs/product/orders.md`). The checkout is closed first, so that nobody pays
 * for a cancelled order. An order that was paid before that stays paid, and the answer is `payment_processed`. A
 * repeated request of the buyer succeeds and changes nothing.
 */
export function cancelOrder(deps: CancelOrderDeps) {
  const closeOnce = singleFlight<CloseCheckoutResult>();
  const attemptCancellation = async (actor: Person, order: OrderRow) => {
    if (order.serviceStatus !== 'awaiting_payment')
      return resultForOrderNotAwaitingPayment(deps, order);
    const closeResult = await closeOnce(order.id, () => closeCheckoutAtProvider(deps, order));
    return cancelAfterCheckoutClosing(deps, actor, order, closeResult);
  };
  return async (
    actor: Person,
    id: string,
  ): Promise<Result<{ payment: Payment }, CancelOrderRefusal>> => {
    const { db } = deps.database;
    const order = await findOrder(db, id);
    const orderRole = order && orderRoleOf(order, actor);
    if (!order || !orderRole) return err('order_not_found');
    if (orderRole !== 'buyer') return err('only_buyer_cancels');
    const outcome = await attemptCancellation(actor, order);
    if (!outcome.ok) return outcome;
    const details = await findOrderDetails(db, id);
    if (!details) return err('order_not_found');
    return ok({ payment: createOrderView(deps, actor)(details) });
  };
}
