import type { Db } from '../../../platform/database/pool.ts';
import { and, eq, type SQL, sql } from '../../../platform/database/query-builder.ts';
import { type OrderRow, orders } from '../orders-table.ts';
import type { OrderAction, OrderTransition } from './order-states.ts';

/** A change of an order's state. */
export interface StatusChange {
  readonly action: OrderAction;
  readonly paymentId: string;
  /** The person who makes it; null for the provider and the system. */
  readonly actorId: string | null;
  /** The provider's amounts, with `pay`. */
  readonly money?: Pick<OrderRow, 'amountPaid' | 'providerPaymentId'>;
  /** A further condition on the order's row. */
  readonly onlyIf?: SQL;
}

const databaseNow = sql`clock_timestamp()`;

/** When an order that is paid now is refunded automatically, unless it is started before. */
const startDeadline = (hours: number): SQL =>
  sql`clock_timestamp() + make_interval(secs => ${hours * 3600})`;

function columnsSetBy({ action, actorId, money }: StatusChange, startTimeoutHours: number) {
  if (action === 'pay')
    return { ...money, paidAt: databaseNow, startBy: startDeadline(startTimeoutHours) };
  if (action === 'start') return { startedServiceAt: databaseNow };
  if (action === 'complete') return { endedAt: databaseNow, endedIt: actorId };
  return {};
}

function conditionOf({ when }: OrderTransition): SQL | undefined {
  if (when === 'overdue') return sql`${orders.expiresAt} <= clock_timestamp()`;
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
  startTimeoutHours: number,
): Promise<OrderRow | null> {
  const [order] = await tx
    .update(orders)
    .set({
      ...columnsSetBy(change, startTimeoutHours),
      serviceStatus: row.to,
      updatedAt: databaseNow,
    })
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
