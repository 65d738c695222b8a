import { afterCommit } from '../../../platform/database/after-commit.ts';
import type { Db } from '../../../platform/database/pool.ts';
import type { OrderRow } from '../orders-table.ts';
import { isAllowedFor, type OrderTransition, orderTransitions } from './order-states.ts';
import { insertOrderStep } from './step-store.ts';
import { applyTransitionEffects, type TransitionEffectDeps } from './transition-effects.ts';
import {
  changeOrderStatus,
  type StatusChange,
  type TransitionTimeouts,
} from './transition-store.ts';

export interface TransitionDeps extends TransitionEffectDeps, TransitionTimeouts {}

/**
 * Applies one of the `orderTransitions` in the caller's transaction: changes the state in a conditional UPDATE, adds a
 * step to the timeline and applies all effects (money, refund, jobs, notifications). Returns null and changes nothing
 * when the order is in another state, `by` is another party, or the condition `when` or `onlyIf` does not hold.
 */
export async function applyTransition(
  deps: TransitionDeps,
  tx: Db,
  change: StatusChange,
): Promise<OrderRow | null> {
  if (!isAllowedFor(change.action, change.by)) return null;
  const transition: OrderTransition = orderTransitions[change.action];
  const order = await changeOrderStatus(tx, transition, change, deps);
  if (!order) return null;
  await insertOrderStep(tx, deps.ids, {
    orderId: order.id,
    by: change.by,
    actorId: change.actorId,
  });
  await applyTransitionEffects(deps, tx, transition, order, change.by);
  const { from, to } = transition;
  afterCommit(tx, () => deps.meter?.count('guilda_order_steps_total', { from, to }));
  return order;
}
