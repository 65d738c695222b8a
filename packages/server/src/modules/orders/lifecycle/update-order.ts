import type { Payment, PaymentUpdate } from '@guilda/contract/orders/orders';
import type { Person } from '../../../platform/actor.ts';
import type { Database, Db } from '../../../platform/database/pool.ts';
import { err, ok, type Result } from '../../../platform/result.ts';
import { lockOpenAccounts, lockUnblockedPair } from '../../users/index.ts';
import { findOrder, findReplicatedOrder } from '../order-store.ts';
import type { OrderRow } from '../orders-table.ts';
import { type OrderRole, orderRoleOf } from '../policy.ts';
import { findOrderDetails } from '../reads/order-details-store.ts';
import { createOrderView, type OrderViewDeps } from '../view.ts';
import { applyTransition, type TransitionDeps } from './transition.ts';

export interface UpdateOrderDeps extends TransitionDeps, OrderViewDeps {
  readonly database: Database;
}

type UpdateOrderRefusal =
  | 'order_not_found'
  | 'only_seller_starts'
  | 'only_buyer_reviews'
  | 'forbidden'
  | 'order_wrong_status'
  | 'dispute_open';

/** A change of an order that its buyer, its seller or an administrator requests. */
interface UpdateOrderRequest {
  readonly actor: Person;
  readonly orderRole: OrderRole;
  readonly order: OrderRow;
}

/**
 * Locks the accounts of buyer and seller and prevents blocks between them, because a starting order sends a greeting.
 * Call it before the order's row is locked, because accounts are always locked before orders.
 */
async function lockForGreeting(tx: Db, { buyerId, sellerId }: OrderRow): Promise<void> {
  await lockOpenAccounts(tx, [buyerId, sellerId]);
  await lockUnblockedPair(tx, buyerId, sellerId);
}

/**
 * Applies a transition on behalf of the actor. When the order's state forbids it, `isRepeat` tells whether an earlier
 * request of the same person has made this change.
 */
async function applyTransitionOnce(
  deps: UpdateOrderDeps,
  { actor, orderRole, order }: UpdateOrderRequest,
  action: 'start' | 'complete',
  isRepeat: (currentOrder: OrderRow) => boolean,
): Promise<Result<void, UpdateOrderRefusal>> {
  const changedOrder = await deps.database.transaction(async (tx) => {
    if (action === 'start') await lockForGreeting(tx, order);
    return applyTransition(deps, tx, {
      action,
      orderId: order.id,
      by: orderRole,
      actorId: actor.uid,
    });
  });
  if (changedOrder) return ok();
  const currentOrder = await findReplicatedOrder(deps.database.db, order.id);
  if (currentOrder?.openDisputeId) return err('dispute_open');
  return currentOrder && isRepeat(currentOrder) ? ok() : err('order_wrong_status');
}

async function startAttendance(
  deps: UpdateOrderDeps,
  request: UpdateOrderRequest,
): Promise<Result<void, UpdateOrderRefusal>> {
  if (request.orderRole !== 'seller') return err('only_seller_starts');
  return applyTransitionOnce(
    deps,
    request,
    'start',
    (order) => order.serviceStatus === 'in_progress',
  );
}

async function completeAttendance(
  deps: UpdateOrderDeps,
  request: UpdateOrderRequest,
  endedIt: string,
): Promise<Result<void, UpdateOrderRefusal>> {
  const { actor, orderRole } = request;
  if (orderRole === 'admin' || endedIt !== actor.uid) return err('forbidden');
  return applyTransitionOnce(
    deps,
    request,
    'complete',
    (order) => order.serviceStatus === 'complete' && order.endedIt === actor.uid,
  );
}

/**
 * Succeeds when the order was reviewed before. Another endpoint stores the review and marks the order, so the rating in
 * this request is ignored.
 */
function confirmReviewed({
  orderRole,
  order,
}: UpdateOrderRequest): Result<void, UpdateOrderRefusal> {
  if (orderRole !== 'buyer') return err('only_buyer_reviews');
  return order.reviewed ? ok() : err('order_wrong_status');
}

async function applyRequestedUpdate(
  deps: UpdateOrderDeps,
  request: UpdateOrderRequest,
  update: PaymentUpdate,
) {
  if ('reviewed' in update) return confirmReviewed(request);
  if (update.serviceStatus === 'in_progress') return startAttendance(deps, request);
  return completeAttendance(deps, request, update.endedIt);
}

/**
 * Starts or completes an order, or confirms its review, if the actor's role and the order's state allow the change
 * (`docs/product/orders.md`). The server sets the time and the acting person; the request cannot. A repeated request of
 * the same person succeeds and changes nothing.
 */
export const updateOrder =
  (deps: UpdateOrderDeps) =>
  async (
    actor: Person,
    id: string,
    update: PaymentUpdate,
  ): Promise<Result<{ payment: Payment }, UpdateOrderRefusal>> => {
    const { db } = deps.database;
    const order = await findOrder(db, id);
    const orderRole = order && orderRoleOf(order, actor);
    if (!order || !orderRole) return err('order_not_found');
    const outcome = await applyRequestedUpdate(deps, { actor, orderRole, order }, update);
    if (!outcome.ok) return outcome;
    const details = await findOrderDetails(db, id);
    if (!details) return err('order_not_found');
    return ok({ payment: createOrderView(deps, actor)(details) });
  };
