import type { Payment } from '@guilda/contract/orders/orders';
import type { Person } from '../../../platform/actor.ts';
import type { AuditLog } from '../../../platform/audit-log.ts';
import type { Database, Db } from '../../../platform/database/pool.ts';
import { err, ok, type Result } from '../../../platform/result.ts';
import { type ConfirmationUse, lockConfirmation } from '../../identity/index.ts';
import { lockActiveAdmin } from '../../users/index.ts';
import { findStepActor } from '../lifecycle/step-store.ts';
import { applyTransition, type TransitionDeps } from '../lifecycle/transition.ts';
import { findOrder, isSellerSuspendedForGood } from '../order-store.ts';
import { orderRoleOf } from '../policy.ts';
import { findOrderDetails } from '../reads/order-details-store.ts';
import { createOrderView, type OrderViewDeps } from '../view.ts';

export interface RefundOrderDeps extends TransitionDeps, AuditLog<'order'>, OrderViewDeps {
  readonly database: Database;
}

type RefundRefusal = 'order_wrong_status' | 'payment_processed' | 'dispute_open';
type RefundOrderRefusal =
  | 'order_not_found'
  | 'pack_opened'
  | 'confirmation_required'
  | RefundRefusal;

export interface OrderRefundRequest {
  readonly orderId: string;
  readonly by: 'buyer' | 'seller' | 'admin';
  /** Uid of the person who refunds; null when a job refunds. */
  readonly actorId: string | null;
}

/**
 * The result for an order that cannot be refunded now: false when the same party has already refunded it, otherwise a
 * refusal.
 */
async function resultWithoutRefund(
  tx: Db,
  { orderId, by }: Pick<OrderRefundRequest, 'orderId' | 'by'>,
): Promise<Result<boolean, RefundRefusal>> {
  const refundingParty = await findStepActor(tx, orderId, 'refunded');
  if (refundingParty === by) return ok(false);
  if (refundingParty !== null) return err('payment_processed');
  const currentOrder = await findOrder(tx, orderId);
  return err(currentOrder?.openDisputeId ? 'dispute_open' : 'order_wrong_status');
}

/**
 * Refunds an order in the caller's transaction: a buyer may refund before the start while no file of the pack was
 * opened, a seller before the start, an administrator also while it is in progress. False, and nothing changes,
 * when the order was refunded before by the same party.
 */
export async function applyOrderRefund(
  deps: TransitionDeps,
  tx: Db,
  request: OrderRefundRequest,
): Promise<Result<boolean, RefundRefusal>> {
  const refundedOrder =
    (await applyTransition(deps, tx, { ...request, action: 'regret' })) ??
    (await applyTransition(deps, tx, { ...request, action: 'refundUnstarted' })) ??
    (await applyTransition(deps, tx, { ...request, action: 'refundStarted' }));
  return refundedOrder ? ok(true) : resultWithoutRefund(tx, request);
}

/**
 * Refunds an order that waits for a permanently suspended seller. False when the order does not wait any more or the
 * suspension has ended.
 */
export async function applyUnstartedRefund(
  deps: TransitionDeps,
  tx: Db,
  { orderId, actorId }: Omit<OrderRefundRequest, 'by'>,
): Promise<boolean> {
  const statusChange = { action: 'refundUnstarted', orderId, by: 'admin', actorId } as const;
  return (
    (await applyTransition(deps, tx, { ...statusChange, onlyIf: isSellerSuspendedForGood })) !==
    null
  );
}

/**
 * The result for an administrator without a confirmation. A confirmation is requested only when the refund is possible.
 */
async function resultWithoutConfirmation(
  tx: Db,
  orderId: string,
): Promise<Result<boolean, RefundRefusal | 'confirmation_required'>> {
  const order = await findOrder(tx, orderId);
  const isPaid =
    order?.serviceStatus === 'awaiting_start' || order?.serviceStatus === 'in_progress';
  if (isPaid && order.openDisputeId === null) return err('confirmation_required');
  return resultWithoutRefund(tx, { orderId, by: 'admin' });
}

/**
 * {@link applyOrderRefund} by an administrator, with a confirmation and an audit log entry. `order_not_found` when the
 * actor is not an administrator any more and therefore may not see the order.
 */
async function refundByAdmin(
  deps: RefundOrderDeps,
  tx: Db,
  orderId: string,
  confirmationUse: RefundConfirmation,
): Promise<Result<boolean, RefundOrderRefusal>> {
  const { uid } = confirmationUse.actor;
  const lockedConfirmation = await lockConfirmation(tx, confirmationUse);
  if (!(await lockActiveAdmin(tx, uid))) return err('order_not_found');
  if (!lockedConfirmation) return resultWithoutConfirmation(tx, orderId);
  const refund = await applyOrderRefund(deps, tx, { orderId, by: 'admin', actorId: uid });
  if (!refund.ok || !refund.value) return refund;
  await deps.recordAuditEntry(tx, {
    actorId: uid,
    action: 'refund',
    subject: { kind: 'order', id: orderId },
    reason: 'Reembolso pela equipe.',
  });
  await lockedConfirmation.spend();
  return refund;
}

/** The actor of a refund, and the confirmation sent with the request, which only an administrator needs. */
type RefundConfirmation = ConfirmationUse & { readonly actor: Person };

/**
 * Refunds an order in a transaction. The confirmation in `confirmationUse` is checked and used up only when an
 * administrator refunds.
 */
function refundInTransaction(
  deps: RefundOrderDeps,
  by: OrderRefundRequest['by'],
  orderId: string,
  confirmationUse: RefundConfirmation,
): Promise<Result<boolean, RefundOrderRefusal>> {
  const request = { orderId, by, actorId: confirmationUse.actor.uid };
  return deps.database.transaction((tx) =>
    by === 'admin'
      ? refundByAdmin(deps, tx, orderId, confirmationUse)
      : applyOrderRefund(deps, tx, request),
  );
}

/** The refusal for a buyer: `pack_opened` when a file of the pack was opened, otherwise `refusal`. */
async function regretRefusal<E extends string>(
  { database }: RefundOrderDeps,
  id: string,
  refusal: Result<never, E>,
): Promise<Result<never, E | 'pack_opened'>> {
  const currentOrder = await findOrder(database.db, id);
  return currentOrder?.serviceStatus === 'awaiting_start' && currentOrder.packOpenedAt
    ? err('pack_opened')
    : refusal;
}

/**
 * Refunds an order (`docs/product/orders.md`): changes state, ledger, timeline, notification and refund row in one
 * transaction; afterwards a job sends the refund to the provider. A repeated request of the same party succeeds and
 * changes nothing; after a refund by another party the answer is `payment_processed`. An administrator needs a
 * confirmation for `admin_money`, otherwise the answer is `confirmation_required`.
 * @param confirmation the header `X-Confirmation`; empty when there is none
 */
export const refundOrder =
  (deps: RefundOrderDeps) =>
  async (
    actor: Person,
    id: string,
    confirmation: string,
  ): Promise<Result<{ payment: Payment }, RefundOrderRefusal>> => {
    const { db } = deps.database;
    const order = await findOrder(db, id);
    const orderRole = order && orderRoleOf(order, actor);
    if (!order || !orderRole) return err('order_not_found');
    const confirmationUse = { actor, purpose: 'admin_money', confirmation } as const;
    const outcome = await refundInTransaction(deps, orderRole, order.id, confirmationUse);
    if (!outcome.ok) return orderRole === 'buyer' ? regretRefusal(deps, id, outcome) : outcome;
    const details = await findOrderDetails(db, id);
    if (!details) return err('order_not_found');
    return ok({ payment: createOrderView(deps, actor)(details) });
  };
