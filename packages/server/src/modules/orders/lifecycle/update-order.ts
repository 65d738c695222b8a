import type { Payment, PaymentUpdate } from '@guilda/contract/orders';
import type { Person } from '../../../platform/actor.ts';
import type { Database } from '../../../platform/database/pool.ts';
import { err, ok, type Result } from '../../../platform/result.ts';
import { findOrder } from '../order-store.ts';
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
  | 'order_wrong_status';

/** A change requested by a person who has a role in the order. */
interface UpdateOrderRequest {
  readonly actor: Person;
  readonly orderRole: OrderRole;
  readonly order: OrderRow;
}

/**
 * Applies a transition as this person. When the state forbids it, `isRepeat` tells whether the same
 * person's earlier request made the change already.
 */
async function applyTransitionOnce(
  deps: UpdateOrderDeps,
  { actor, orderRole, order }: UpdateOrderRequest,
  action: 'start' | 'complete',
  isRepeat: (now: OrderRow) => boolean,
): Promise<Result<void, UpdateOrderRefusal>> {
  const moved = await deps.database.transaction((tx) =>
    applyTransition(deps, tx, {
      action,
      paymentId: order.id,
      by: orderRole,
      actorId: actor.uid,
    }),
  );
  if (moved) return ok();
  const now = await findOrder(deps.database.db, order.id);
  return now && isRepeat(now) ? ok() : err('order_wrong_status');
}

async function startAttendance(
  deps: UpdateOrderDeps,
  request: UpdateOrderRequest,
): Promise<Result<void, UpdateOrderRefusal>> {
  if (request.orderRole !== 'seller') return err('only_seller_starts');
  return applyTransitionOnce(deps, request, 'start', (now) => now.serviceStatus === 'in_progress');
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
    (now) => now.serviceStatus === 'complete' && now.endedIt === actor.uid,
  );
}

/** Creating the review marked the order; this only confirms it, whatever rating the client sends. */
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
 * Starts, completes or confirms the review of an order, each only by the role and from the state that
 * allow it (`docs/product/orders.md`). The server's time and the caller's identity count; a repeat by the
 * same person changes nothing and succeeds.
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
