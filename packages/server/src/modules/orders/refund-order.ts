import type { Payment } from '@guilda/contract/orders';
import { and, eq, sql } from 'drizzle-orm';
import type { Person } from '../../platform/actor.ts';
import type { Database, Db } from '../../platform/database/pool.ts';
import { err, ok, type Result } from '../../platform/result.ts';
import type { TeamLog } from '../../platform/team-log.ts';
import { administrates, lockForDeed } from '../users/index.ts';
import { readPayment } from './order-queries.ts';
import { findPayment } from './payment-store.ts';
import { payments } from './payments-table.ts';
import { standingIn } from './policy.ts';
import { whoBroughtTo } from './step-store.ts';
import { applyTransition, type TransitionDeps } from './transition.ts';
import { type PaymentViewDeps, paymentView } from './view.ts';

export interface RefundOrderDeps extends TransitionDeps, TeamLog<'order'>, PaymentViewDeps {
  readonly database: Database;
}

type Refusal = 'order_wrong_status' | 'payment_processed';
type Failure = 'order_not_found' | 'only_seller_refunds' | Refusal;

/** Whether somebody is of the team until `tx` ends. */
async function isOfTeam(tx: Db, uid: string): Promise<boolean> {
  const held = await lockForDeed(tx, { actorId: uid, people: [], whole: false });
  return administrates(held.get(uid));
}

/** Who gives an order's money back, and whose doing it is. */
export interface GiveBack {
  readonly paymentId: string;
  readonly by: 'seller' | 'admin';
  /** Null where the product does it by itself. */
  readonly actorId: string | null;
}

/**
 * Gives the buyer's money back in the caller's transaction: the seller only before the start, the team
 * also during it; which of both is decided by the state. False, and nothing has changed, where the same
 * kind of actor has done so before.
 */
export async function giveOrderBack(
  deps: TransitionDeps,
  tx: Db,
  move: GiveBack,
): Promise<Result<boolean, Refusal>> {
  const moved =
    (await applyTransition(deps, tx, { ...move, action: 'refundUnstarted' })) ??
    (await applyTransition(deps, tx, { ...move, action: 'refundStarted' }));
  if (moved) return ok(true);
  const before = await whoBroughtTo(tx, move.paymentId, 'refunded');
  if (before === move.by) return ok(false);
  return err(before === null ? 'order_wrong_status' : 'payment_processed');
}

const sellerIsGone = sql`EXISTS (SELECT FROM users WHERE users.uid = ${payments.sellerId}
  AND users.suspended_at IS NOT NULL AND users.suspended_until IS NULL)`;

/**
 * Gives back an order that waits for its start by a seller who is suspended for good, by the team; false
 * where it waits no more, or its seller is back.
 */
export async function giveUnstartedBack(
  deps: TransitionDeps,
  tx: Db,
  { paymentId, actorId }: Omit<GiveBack, 'by'>,
): Promise<boolean> {
  const move = { action: 'refundUnstarted', paymentId, by: 'admin', actorId } as const;
  return (await applyTransition(deps, tx, { ...move, onlyIf: sellerIsGone })) !== null;
}

/** Ids of the orders that wait for this seller to start them, the oldest first. */
export async function unstartedOrdersOf(db: Db, sellerId: string): Promise<string[]> {
  const rows = await db
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.sellerId, sellerId), eq(payments.serviceStatus, 'awaiting_start')))
    .orderBy(payments.createdAt, payments.id);
  return rows.map(({ id }) => id);
}

/**
 * As `giveOrderBack`; what the team does is written down with it. `order_not_found` for who is of the team
 * no more, and so a stranger.
 */
async function refund(
  deps: RefundOrderDeps,
  actor: Person,
  paymentId: string,
  by: 'seller' | 'admin',
): Promise<Result<boolean, Refusal | 'order_not_found'>> {
  return deps.database.transaction(async (tx) => {
    if (by === 'admin' && !(await isOfTeam(tx, actor.uid))) return err('order_not_found');
    const back = await giveOrderBack(deps, tx, { paymentId, by, actorId: actor.uid });
    if (back.ok && back.value && by === 'admin')
      await deps.recordAction(tx, {
        actorId: actor.uid,
        action: 'refund',
        subject: { kind: 'order', id: paymentId },
        reason: 'Reembolso pela equipe.',
      });
    return back;
  });
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
    const outcome = await refund(deps, actor, order.id, standing);
    if (!outcome.ok) return outcome;
    const reading = await readPayment(db, id);
    if (!reading) return err('order_not_found');
    return ok({ payment: paymentView(deps, actor)(reading) });
  };
