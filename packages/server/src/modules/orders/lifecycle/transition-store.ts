import type { Db } from '../../../platform/database/pool.ts';
import { and, eq, isNull, type SQL, sql } from '../../../platform/database/query-builder.ts';
import { amountDueSql } from '../order-amount-columns.ts';
import { type OrderRow, orders } from '../orders-table.ts';
import type { OrderAction, OrderTransition, TransitionParty } from './order-states.ts';

/** How long orders wait, in hours; fractions are fine, and 0 clears at once. */
export interface OrderWaits {
  /** A paid order for its start. */
  readonly startTimeoutHours: number;
  /** The seller's part of an order that the seller completed, until it is available. */
  readonly clearingHours: number;
  /** The same when the buyer completed it. */
  readonly clearingHoursConfirmed: number;
}

/** A change of an order's state. */
export interface StatusChange {
  readonly action: OrderAction;
  readonly paymentId: string;
  readonly by: TransitionParty;
  /** The person who makes it; null for the provider and the system. */
  readonly actorId: string | null;
  /** The provider's amounts, with `pay`. */
  readonly money?: Pick<OrderRow, 'amountPaid' | 'providerPaymentId'>;
  /** A further condition on the order's row. */
  readonly onlyIf?: SQL;
}

const databaseNow = sql`clock_timestamp()`;

const inHours = (hours: number): SQL =>
  sql`clock_timestamp() + make_interval(secs => ${hours * 3600})`;

/** When the money of an order that is completed databaseNow becomes available; null for at once, and for a free order. */
function endOfClearing(by: TransitionParty, waits: OrderWaits): SQL | null {
  const hours = by === 'buyer' ? waits.clearingHoursConfirmed : waits.clearingHours;
  return hours === 0 ? null : sql`CASE WHEN ${amountDueSql} > 0 THEN ${inHours(hours)} END`;
}

function columnsSetBy({ action, actorId, by, money }: StatusChange, waits: OrderWaits) {
  if (action === 'pay')
    return { ...money, paidAt: databaseNow, startBy: inHours(waits.startTimeoutHours) };
  if (action === 'start') return { startedServiceAt: databaseNow };
  if (action === 'complete')
    return { endedAt: databaseNow, endedIt: actorId, heldUntil: endOfClearing(by, waits) };
  return {};
}

function conditionOf({ when }: OrderTransition): SQL | undefined {
  if (when === 'overdue') return sql`${orders.expiresAt} <= clock_timestamp()`;
  if (when === 'unopened') return isNull(orders.packOpenedAt);
  return when === 'unstarted' ? sql`${orders.startBy} <= clock_timestamp()` : undefined;
}

/**
 * Moves an order along one row of the state table by compare-and-set; null, and nothing changes, when it is not in the
 * state before, it is too early or `onlyIf` does not hold.
 */
export async function changeOrderStatus(
  tx: Db,
  row: OrderTransition,
  change: StatusChange,
  waits: OrderWaits,
): Promise<OrderRow | null> {
  const [order] = await tx
    .update(orders)
    .set({ ...columnsSetBy(change, waits), serviceStatus: row.to, updatedAt: databaseNow })
    .where(
      and(
        eq(orders.id, change.paymentId),
        eq(orders.serviceStatus, row.from),
        conditionOf(row),
        change.onlyIf,
      ),
    )
    .returning();
  return order ?? null;
}

/**
 * Ends the clearing of an order whose time has come, by the database's clock; null, and nothing changes, when it is not
 * clearing or it is too early.
 */
export async function endClearingOf(tx: Db, paymentId: string): Promise<OrderRow | null> {
  const [order] = await tx
    .update(orders)
    .set({ heldUntil: null, updatedAt: databaseNow })
    .where(
      and(
        eq(orders.id, paymentId),
        eq(orders.serviceStatus, 'complete'),
        sql`${orders.heldUntil} <= clock_timestamp()`,
      ),
    )
    .returning();
  return order ?? null;
}
