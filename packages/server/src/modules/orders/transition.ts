import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/pool.ts';
import type { Ids } from '../../ports/ids.ts';
import { addCompletedSale } from '../users/index.ts';
import { postCompletion, postPayment, postRefund } from '../wallet/index.ts';
import {
  mayTake,
  type OrderAction,
  type OrderTransition,
  orderTransitions,
  type Party,
} from './order-states.ts';
import { type PaymentRow, payments } from './payments-table.ts';
import { insertStep } from './step-store.ts';

export interface TransitionDeps {
  readonly ids: Ids;
  /** Whole percents. */
  readonly platformFeePercent: number;
}

export interface Move {
  readonly action: OrderAction;
  readonly paymentId: string;
  readonly by: Party;
  /** The person behind `by`; null for the provider and the system. */
  readonly actorId: string | null;
  /** What the provider says of the money, with `pay`. */
  readonly money?: Pick<PaymentRow, 'amountPaid' | 'providerPaymentId'>;
}

const now = sql`clock_timestamp()`;

function stampsOf({ action, actorId, money }: Move) {
  if (action === 'pay') return { ...money, paidAt: now };
  if (action === 'start') return { startedServiceAt: now };
  if (action === 'complete') return { endedAt: now, endedIt: actorId };
  return {};
}

function conditionOf({ when }: OrderTransition): SQL | undefined {
  return when === 'overdue' ? sql`${payments.expiresAt} <= clock_timestamp()` : undefined;
}

/** The movement of money that belongs to a row; a free order moves none. */
async function postMoney(deps: TransitionDeps, tx: Db, row: OrderTransition, order: PaymentRow) {
  const { id: paymentId, buyerId, sellerId, price: amount } = order;
  const sale = { paymentId, buyerId, sellerId, amount };
  if (row.posts === null || amount === 0) return;
  const { ids, platformFeePercent: feePercent } = deps;
  const posted =
    row.posts === 'payment'
      ? await postPayment(tx, ids, sale)
      : row.posts === 'refund'
        ? await postRefund(tx, ids, sale)
        : await postCompletion(tx, ids, { ...sale, feePercent });
  // The order and the ledger move together or not at all.
  if (!posted) throw new Error(`the ledger already holds the ${row.posts} of order ${paymentId}`);
}

/**
 * Applies one row of the state table, in the caller's transaction: the state by compare-and-set,
 * the step of the timeline, the money. Null, and nothing has changed, when the table does not
 * allow it now: another state, another party, or someone was faster.
 */
export async function applyTransition(
  deps: TransitionDeps,
  tx: Db,
  move: Move,
): Promise<PaymentRow | null> {
  if (!mayTake(move.action, move.by)) return null;
  const row: OrderTransition = orderTransitions[move.action];
  const [order] = await tx
    .update(payments)
    .set({ ...stampsOf(move), serviceStatus: row.to, updatedAt: now })
    .where(
      and(eq(payments.id, move.paymentId), eq(payments.serviceStatus, row.from), conditionOf(row)),
    )
    .returning();
  if (!order) return null;
  await insertStep(tx, deps.ids, { paymentId: order.id, by: move.by, actorId: move.actorId });
  await postMoney(deps, tx, row, order);
  if (row.to === 'complete') await addCompletedSale(tx, order.sellerId);
  return order;
}
