import type { Payment } from '@guilda/contract/orders';
import type { Person } from '../../../platform/actor.ts';
import type { AuditLog } from '../../../platform/audit-log.ts';
import type { Database, Db } from '../../../platform/database/pool.ts';
import { err, ok, type Result } from '../../../platform/result.ts';
import { isActiveAdmin, lockForModeration } from '../../users/index.ts';
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
type RefundOrderRefusal = 'order_not_found' | 'pack_opened' | RefundRefusal;

/** Locks the account until `tx` ends. Returns whether it is an active administrator. */
async function lockIfActiveAdmin(tx: Db, uid: string): Promise<boolean> {
  const accounts = await lockForModeration(tx, { actorId: uid, people: [], whole: false });
  return isActiveAdmin(accounts.get(uid));
}

export interface OrderRefundRequest {
  readonly paymentId: string;
  readonly by: 'buyer' | 'seller' | 'admin';
  /** Uid of the person who refunds; null when a job refunds. */
  readonly actorId: string | null;
}

/**
 * Refunds an order in the caller's transaction: a buyer may refund before the start while no file of the pack was
 * opened, a seller before the start, an administrator also during the attendance. Returns false and changes nothing when
 * the order was refunded before by the same party.
 */
export async function applyOrderRefund(
  deps: TransitionDeps,
  tx: Db,
  move: OrderRefundRequest,
): Promise<Result<boolean, RefundRefusal>> {
  const moved =
    (await applyTransition(deps, tx, { ...move, action: 'regret' })) ??
    (await applyTransition(deps, tx, { ...move, action: 'refundUnstarted' })) ??
    (await applyTransition(deps, tx, { ...move, action: 'refundStarted' }));
  if (moved) return ok(true);
  const before = await findStepActor(tx, move.paymentId, 'refunded');
  if (before === move.by) return ok(false);
  if (before !== null) return err('payment_processed');
  const now = await findOrder(tx, move.paymentId);
  return err(now?.openDisputeId ? 'dispute_open' : 'order_wrong_status');
}

/**
 * Refunds an order that waits for a permanently suspended seller. False when the order does not wait any more or the
 * suspension has ended.
 */
export async function applyUnstartedRefund(
  deps: TransitionDeps,
  tx: Db,
  { paymentId, actorId }: Omit<OrderRefundRequest, 'by'>,
): Promise<boolean> {
  const move = { action: 'refundUnstarted', paymentId, by: 'admin', actorId } as const;
  return (await applyTransition(deps, tx, { ...move, onlyIf: isSellerSuspendedForGood })) !== null;
}

/**
 * {@link applyOrderRefund}, with an audit log entry when an administrator refunds. `order_not_found` when the actor is
 * not an administrator any more and therefore may not see the order.
 */
async function refundAndRecordAudit(
  deps: RefundOrderDeps,
  actor: Person,
  paymentId: string,
  by: OrderRefundRequest['by'],
): Promise<Result<boolean, RefundRefusal | 'order_not_found'>> {
  return deps.database.transaction(async (tx) => {
    if (by === 'admin' && !(await lockIfActiveAdmin(tx, actor.uid))) return err('order_not_found');
    const back = await applyOrderRefund(deps, tx, { paymentId, by, actorId: actor.uid });
    if (back.ok && back.value && by === 'admin')
      await deps.recordAuditEntry(tx, {
        actorId: actor.uid,
        action: 'refund',
        subject: { kind: 'order', id: paymentId },
        reason: 'Reembolso pela equipe.',
      });
    return back;
  });
}

/** The refusal for a buyer: `pack_opened` where that is the reason, otherwise `refused`. */
async function regretRefusal<E extends string>(
  { database }: RefundOrderDeps,
  id: string,
  refused: Result<never, E>,
): Promise<Result<never, E | 'pack_opened'>> {
  const now = await findOrder(database.db, id);
  return now?.serviceStatus === 'awaiting_start' && now.packOpenedAt ? err('pack_opened') : refused;
}

/**
 * Refunds an order (`docs/product/orders.md`): changes state, ledger, timeline, notification and refund row in one
 * transaction; afterwards a job sends the refund to the provider. A repeated request of the same party succeeds and
 * changes nothing; after a refund by another party the answer is `payment_processed`.
 */
export const refundOrder =
  (deps: RefundOrderDeps) =>
  async (actor: Person, id: string): Promise<Result<{ payment: Payment }, RefundOrderRefusal>> => {
    const { db } = deps.database;
    const order = await findOrder(db, id);
    const orderRole = order && orderRoleOf(order, actor);
    if (!order || !orderRole) return err('order_not_found');
    const outcome = await refundAndRecordAudit(deps, actor, order.id, orderRole);
    if (!outcome.ok) return orderRole === 'buyer' ? regretRefusal(deps, id, outcome) : outcome;
    const details = await findOrderDetails(db, id);
    if (!details) return err('order_not_found');
    return ok({ payment: createOrderView(deps, actor)(details) });
  };
