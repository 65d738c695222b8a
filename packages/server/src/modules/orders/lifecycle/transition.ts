import { afterCommit } from '../../../platform/database/after-commit.ts';
import type { Db } from '../../../platform/database/pool.ts';
import { and, eq, type SQL, sql } from '../../../platform/database/query-builder.ts';
import { type OrderRow, orders } from '../orders-table.ts';
import {
  isAllowedFor,
  type OrderAction,
  type OrderTransition,
  orderTransitions,
  type Party,
} from './order-states.ts';
import { insertStep } from './step-store.ts';
import { applyTransitionEffects, type EffectDeps } from './transition-effects.ts';

export interface TransitionDeps extends EffectDeps {
  /** How long a paid order waits for its start; fractions are fine. */
  readonly startTimeoutHours: number;
}

export interface TransitionRequest {
  readonly action: OrderAction;
  readonly paymentId: string;
  readonly by: Party;
  /** The person behind `by`; null for the provider and the system. */
  readonly actorId: string | null;
  /** The provider's amounts, with `pay`. */
  readonly money?: Pick<OrderRow, 'amountPaid' | 'providerPaymentId'>;
  /** A further condition on the order's row. */
  readonly onlyIf?: SQL;
}

const now = sql`clock_timestamp()`;

function columnsSetBy(
  { startTimeoutHours }: TransitionDeps,
  { action, actorId, money }: TransitionRequest,
) {
  if (action === 'pay') return { ...money, paidAt: now, startBy: startDeadline(startTimeoutHours) };
  if (action === 'start') return { startedServiceAt: now };
  if (action === 'complete') return { endedAt: now, endedIt: actorId };
  return {};
}

/** When an order that is paid now is refunded automatically, unless it is started before. */
export const startDeadline = (hours: number): SQL =>
  sql`clock_timestamp() + make_interval(secs => ${hours * 3600})`;

function conditionOf({ when }: OrderTransition): SQL | undefined {
  if (when === 'overdue') return sql`${orders.expiresAt} <= clock_timestamp()`;
  return when === 'unstarted' ? sql`${orders.startBy} <= clock_timestamp()` : undefined;
}

/**
 * Applies one transition of the state table in the caller's transaction: the state by compare-and-set,
 * the step of the timeline, and all effects (money, refund, jobs, notifications). Null, and nothing
 * changes, when the table does not allow it now: another state or party, too early, or a lost race.
 */
export async function applyTransition(
  deps: TransitionDeps,
  tx: Db,
  move: TransitionRequest,
): Promise<OrderRow | null> {
  if (!isAllowedFor(move.action, move.by)) return null;
  const row: OrderTransition = orderTransitions[move.action];
  const [order] = await tx
    .update(orders)
    .set({ ...columnsSetBy(deps, move), serviceStatus: row.to, updatedAt: now })
    .where(
      and(
        eq(orders.id, move.paymentId),
        eq(orders.serviceStatus, row.from),
        conditionOf(row),
        move.onlyIf,
      ),
    )
    .returning();
  if (!order) return null;
  await insertStep(tx, deps.ids, { paymentId: order.id, by: move.by, actorId: move.actorId });
  await applyTransitionEffects(deps, tx, row, order, move.by);
  const { from, to } = row;
  afterCommit(tx, () => deps.meter?.count('guilda_order_steps_total', { from, to }));
  return order;
}
