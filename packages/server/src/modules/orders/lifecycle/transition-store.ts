import type { Db } from '../../../platform/database/pool.ts';
import { and, eq, type SQL, sql } from '../../../platform/database/query-builder.ts';
import { type OrderRow, orders } from '../orders-table.ts';
import type { OrderAction, OrderTransition } from './order-states.ts';

/** A requested change of an order's state. */
export interface StatusChange {
  readonly action: OrderAction;
  readonly paymentId: string;
  /** Uid of the person who makes the change; null for the provider and the system. */
  readonly actorId: string | null;
  /** The amounts from the provider's record; only with the action `pay`. */
  readonly money?: Pick<OrderRow, 'amountPaid' | 'providerPaymentId'>;
  /** A further condition on the order's row; when it is false, nothing changes. */
  readonly onlyIf?: SQL;
}

const databaseNow = sql`clock_timestamp()`;

/** SQL for the time at which an order paid now is refunded automatically if the seller has not started it. */
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
 * Applies one row of the state table to an order in one conditional UPDATE. Null, and nothing changes, when the order
 * is not in the row's `from` state, when it is too early, or when `onlyIf` is false.
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
