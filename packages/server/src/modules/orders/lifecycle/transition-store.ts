import { databaseNow, hoursFromNow } from '../../../platform/database/clock.ts';
import type { Db } from '../../../platform/database/pool.ts';
import {
  and,
  eq,
  isNotNull,
  isNull,
  or,
  type SQL,
  sql,
} from '../../../platform/database/query-builder.ts';
import type { OrderTimeouts } from '../order-store.ts';
import { type OrderRow, orders } from '../orders-table.ts';
import type { OrderAction, OrderTransition, TransitionParty } from './order-states.ts';

/**
 * The time limits that begin with a transition. The time to pay is not one of them: it begins when the order is placed.
 */
export type TransitionTimeouts = Omit<OrderTimeouts, 'paymentTimeoutMinutes'>;

/** A requested change of an order's state. */
export interface StatusChange {
  readonly action: OrderAction;
  readonly orderId: string;
  readonly by: TransitionParty;
  /** Uid of the person who makes the change; null for the provider and the system. */
  readonly actorId: string | null;
  /** Paid amount and payment id from the provider's record; only with the action `pay`. */
  readonly money?: Pick<OrderRow, 'amountPaid' | 'providerPaymentId'>;
  /** Centavos that go back to the buyer; only with the action `completeDisputed`. */
  readonly refundedPart?: number;
  /** A further condition on the order's row; when it is false, nothing changes. */
  readonly onlyIf?: SQL;
}

/**
 * SQL for the time at which the money of an order that is completed now becomes available; null when there is no
 * clearing time or the order is free.
 */
function endOfClearing(party: TransitionParty, timeouts: TransitionTimeouts): SQL | null {
  const hours = party === 'buyer' ? timeouts.clearingHoursConfirmed : timeouts.clearingHours;
  return hours === 0
    ? null
    : sql`CASE WHEN amount_due(${orders}) > 0 THEN ${hoursFromNow(hours)} END`;
}

function columnsSetBy(change: StatusChange, timeouts: TransitionTimeouts) {
  const { action, actorId, by, money, refundedPart = 0 } = change;
  if (action === 'pay')
    return { ...money, paidAt: databaseNow, startBy: hoursFromNow(timeouts.startTimeoutHours) };
  if (action === 'start') return { startedServiceAt: databaseNow };
  if (action === 'complete')
    return { endedAt: databaseNow, endedIt: actorId, heldUntil: endOfClearing(by, timeouts) };
  if (action === 'completeDisputed') return { endedAt: databaseNow, refundedPart };
  if (action === 'refundClearing' || action === 'chargebackComplete') return { heldUntil: null };
  return {};
}

function conditionOf({ when }: OrderTransition): SQL | undefined {
  if (when === 'overdue') return sql`${orders.expiresAt} <= ${databaseNow}`;
  if (when === 'startable')
    return or(isNull(orders.startBy), sql`${orders.startBy} > ${databaseNow}`);
  if (when === 'unopened') return isNull(orders.packOpenedAt);
  if (when === 'clearing') return or(isNotNull(orders.heldUntil), isNotNull(orders.openDisputeId));
  return when === 'unstarted' ? sql`${orders.startBy} <= ${databaseNow}` : undefined;
}

/**
 * The outcomes of a dispute require an unresolved dispute. Other transitions require that no dispute is unresolved,
 * except those of the provider, which are possible in both cases.
 */
function disputeConditionOf({ when }: OrderTransition, party: TransitionParty): SQL | undefined {
  if (when === 'disputed') return isNotNull(orders.openDisputeId);
  return party === 'provider' ? undefined : isNull(orders.openDisputeId);
}

/**
 * Applies one of the `orderTransitions` to an order in one conditional UPDATE. Returns null and changes nothing when
 * the order is not in the state `from`, or when the condition `when` or `onlyIf` does not hold.
 */
export async function changeOrderStatus(
  tx: Db,
  transition: OrderTransition,
  change: StatusChange,
  timeouts: TransitionTimeouts,
): Promise<OrderRow | null> {
  const [order] = await tx
    .update(orders)
    .set({
      ...columnsSetBy(change, timeouts),
      openDisputeId: null,
      serviceStatus: transition.to,
      updatedAt: databaseNow,
    })
    .where(
      and(
        eq(orders.id, change.orderId),
        eq(orders.serviceStatus, transition.from),
        conditionOf(transition),
        disputeConditionOf(transition, change.by),
        change.onlyIf,
      ),
    )
    .returning();
  return order ?? null;
}

/**
 * Marks an order's money as available once its clearing time has ended by the database's clock. Returns null and
 * changes nothing while the clearing time lasts, and for an order without one.
 */
export async function endClearingOf(tx: Db, orderId: string): Promise<OrderRow | null> {
  const [order] = await tx
    .update(orders)
    .set({ heldUntil: null, updatedAt: databaseNow })
    .where(
      and(
        eq(orders.id, orderId),
        eq(orders.serviceStatus, 'complete'),
        sql`${orders.heldUntil} <= ${databaseNow}`,
      ),
    )
    .returning();
  return order ?? null;
}
