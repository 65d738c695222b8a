import type { Payment } from '@guilda/contract/orders';
import type { Person } from '../../platform/actor.ts';
import type { Database } from '../../platform/database/pool.ts';
import { err, ok, type Result } from '../../platform/result.ts';
import type { ShowPictureTo } from '../pictures/index.ts';
import { readPayment } from './order-queries.ts';
import { findPayment } from './payment-store.ts';
import type { PaymentRow } from './payments-table.ts';
import { standingIn } from './policy.ts';
import { whoBroughtTo } from './step-store.ts';
import { applyTransition, type TransitionDeps } from './transition.ts';
import { toPayment } from './view.ts';

export interface RefundOrderDeps extends TransitionDeps {
  readonly database: Database;
  readonly showPicture: ShowPictureTo;
}

type Failure =
  | 'order_not_found'
  | 'only_seller_refunds'
  | 'order_wrong_status'
  | 'payment_processed';

/** The seller only before the start, the team also during it; which of both is decided by the state. */
async function refund(
  deps: RefundOrderDeps,
  actor: Person,
  { id: paymentId }: PaymentRow,
  by: 'seller' | 'admin',
): Promise<Result<void, Failure>> {
  const move = { paymentId, by, actorId: actor.uid };
  const moved = await deps.database.transaction(
    async (tx) =>
      (await applyTransition(deps, tx, { ...move, action: 'refundUnstarted' })) ??
      (await applyTransition(deps, tx, { ...move, action: 'refundStarted' })),
  );
  if (moved) return ok();
  const before = await whoBroughtTo(deps.database.db, paymentId, 'refunded');
  if (before === by) return ok();
  return err(before === null ? 'order_wrong_status' : 'payment_processed');
}

/**
 * Gives the buyer's money back (`product §5`): state, ledger, timeline, notification and the refund
 * itself in one transaction, the provider is told after it. A repeat by the same kind of actor
 * changes nothing and succeeds, one by another is `payment_processed`; nothing is ever given back
 * twice.
 */
export const refundOrder =
  (deps: RefundOrderDeps) =>
  async (actor: Person, id: string): Promise<Result<{ payment: Payment }, Failure>> => {
    const { db } = deps.database;
    const order = await findPayment(db, id);
    const standing = order && standingIn(order, actor);
    if (!order || !standing) return err('order_not_found');
    if (standing === 'buyer') return err('only_seller_refunds');
    const outcome = await refund(deps, actor, order, standing);
    if (!outcome.ok) return outcome;
    const reading = await readPayment(db, id);
    if (!reading) return err('order_not_found');
    return ok({ payment: toPayment(reading, actor.uid, deps.showPicture(actor)) });
  };
