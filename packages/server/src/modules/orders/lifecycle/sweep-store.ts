import type { Db } from '../../../platform/database/pool.ts';
import {
  and,
  asc,
  eq,
  inArray,
  lt,
  or,
  type SQL,
  sql,
} from '../../../platform/database/query-builder.ts';
import { amountDueSql, amountToKeepSql } from '../order-amount-columns.ts';
import { type OrderRow, orders, refunds } from '../orders-table.ts';
import { amountReturned } from '../refunds/refund-store.ts';

/** Time after its deadline at which an order counts as missed by its own job. */
const DEADLINE_GRACE = sql`interval '30 seconds'`;
/** Time between two checks of a pending refund. */
const REFUND_CHECK_INTERVAL = sql`interval '10 minutes'`;

const listOrdersWhere = (
  db: Db,
  where: SQL | undefined,
  first: typeof orders.id | SQL,
  limit: number,
): Promise<OrderRow[]> => db.select().from(orders).where(where).orderBy(asc(first)).limit(limit);

/**
 * Unpaid orders after their deadline, also those without a checkout and of closed accounts; the longest
 * overdue first.
 */
export function listOverdueUnpaid(db: Db, limit: number): Promise<OrderRow[]> {
  const overdue = and(
    eq(orders.serviceStatus, 'awaiting_payment'),
    sql`${orders.expiresAt} < clock_timestamp() - ${DEADLINE_GRACE}`,
  );
  return listOrdersWhere(db, overdue, sql`${orders.expiresAt}`, limit);
}

/** Paid orders that were not started in time, the longest overdue first. */
export function listOverdueUnstarted(db: Db, limit: number): Promise<OrderRow[]> {
  const overdue = and(
    eq(orders.serviceStatus, 'awaiting_start'),
    sql`${orders.startBy} < clock_timestamp() - ${DEADLINE_GRACE}`,
  );
  return listOrdersWhere(db, overdue, sql`${orders.startBy}`, limit);
}

/** Completed orders whose clearing is over, the longest overdue first. */
export function listOverdueClearing(db: Db, limit: number): Promise<OrderRow[]> {
  const overdue = sql`${orders.heldUntil} < clock_timestamp() - ${DEADLINE_GRACE}`;
  return listOrdersWhere(db, overdue, sql`${orders.heldUntil}`, limit);
}

/**
 * Received money that its order does not keep and that is not being returned. The first two conditions
 * are those of a partial index.
 */
const hasUnreturnedMoney = and(
  sql`${orders.amountPaid} > 0`,
  or(
    inArray(orders.serviceStatus, ['awaiting_payment', 'cancelled']),
    sql`${orders.amountPaid} > ${amountDueSql}`,
  ),
  sql`${orders.amountPaid} > ${amountToKeepSql} + ${amountReturned}`,
);

/** Orders with received money that they do not keep and that is not being returned, by id. */
export const listOrdersWithUnreturnedMoney = (db: Db, limit: number): Promise<OrderRow[]> =>
  listOrdersWhere(db, hasUnreturnedMoney, orders.id, limit);

/**
 * Ids of pending refunds whose job was lost, or that the provider has been processing for a while; the
 * oldest change first.
 */
export async function listStaleRefundIds(db: Db, limit: number): Promise<string[]> {
  const waiting = await db
    .select({ id: refunds.id })
    .from(refunds)
    .where(
      and(
        eq(refunds.status, 'pending'),
        lt(refunds.updatedAt, sql`clock_timestamp() - ${REFUND_CHECK_INTERVAL}`),
      ),
    )
    .orderBy(refunds.updatedAt)
    .limit(limit);
  return waiting.map(({ id }) => id);
}
