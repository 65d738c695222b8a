import { and, eq, type SQL, sql } from 'drizzle-orm';
import { afterCommit } from '../../platform/database/after-commit.ts';
import type { Db } from '../../platform/database/pool.ts';
import {
  mayTake,
  type OrderAction,
  type OrderTransition,
  orderTransitions,
  type Party,
} from './order-states.ts';
import { type PaymentRow, payments } from './payments-table.ts';
import { insertStep } from './step-store.ts';
import { type EffectDeps, followUp } from './transition-effects.ts';

export interface TransitionDeps extends EffectDeps {
  /** How long a paid order waits for its start; fractions are fine. */
  readonly startTimeoutHours: number;
}

export interface Move {
  readonly action: OrderAction;
  readonly paymentId: string;
  readonly by: Party;
  /** The person behind `by`; null for the provider and the system. */
  readonly actorId: string | null;
  /** What the provider says of the money, with `pay`. */
  readonly money?: Pick<PaymentRow, 'amountPaid' | 'providerPaymentId'>;
  /** What else must hold of the order's row. */
  readonly onlyIf?: SQL;
}

const now = sql`clock_timestamp()`;

function stampsOf({ startTimeoutHours }: TransitionDeps, { action, actorId, money }: Move) {
  if (action === 'pay') return { ...money, paidAt: now, startBy: startDeadline(startTimeoutHours) };
  if (action === 'start') return { startedServiceAt: now };
  if (action === 'complete') return { endedAt: now, endedIt: actorId };
  return {};
}

/** When an order that is paid now is refunded by itself, unless it is started before. */
export const startDeadline = (hours: number): SQL =>
  sql`clock_timestamp() + make_interval(secs => ${hours * 3600})`;

function conditionOf({ when }: OrderTransition): SQL | undefined {
  if (when === 'overdue') return sql`${payments.expiresAt} <= clock_timestamp()`;
  return when === 'unstarted' ? sql`${payments.startBy} <= clock_timestamp()` : undefined;
}

/**
 * Applies one row of the state table, in the caller's transaction: the state by compare-and-set,
 * the step of the timeline, and all that follows from it (money, refund, jobs, notifications).
 * Null, and nothing has changed, when the table does not allow it now: another state, another
 * party, too early, or someone was faster.
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
    .set({ ...stampsOf(deps, move), serviceStatus: row.to, updatedAt: now })
    .where(
      and(
        eq(payments.id, move.paymentId),
        eq(payments.serviceStatus, row.from),
        conditionOf(row),
        move.onlyIf,
      ),
    )
    .returning();
  if (!order) return null;
  await insertStep(tx, deps.ids, { paymentId: order.id, by: move.by, actorId: move.actorId });
  await followUp(deps, tx, row, order, move.by);
  const { from, to } = row;
  afterCommit(tx, () => deps.meter?.count('guilda_order_steps_total', { from, to }));
  return order;
}
