import { databaseNow } from '../../../platform/database/clock.ts';
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
import { amountToKeepSql } from '../order-amount-columns.ts';
import { type OrderRow, orders, refunds } from '../orders-table.ts';
import { amountReturned } from '../refunds/refund-store.ts';
import { latestSweptDeadline } from '../sweep-deadline-columns.ts';

/** Time after which a pending refund that has not changed is checked again. */
const REFUND_CHECK_INTERVAL = sql`interval '10 minutes'`;

const listOrdersWhere = (
  db: Db,
  condition: SQL | undefined,
  sortColumn: typeof orders.id | SQL,
  limit: number,
): Promise<OrderRow[]> =>
  db.select().from(orders).where(condition).orderBy(asc(sortColumn)).limit(limit);

/**
 * Orders that are unpaid after their deadline, the longest overdue first. Orders without a checkout and of closed
 * accounts are included.
 */
export function listOverdueUnpaid(db: Db, limit: number): Promise<OrderRow[]> {
  const isOverdue = and(
    eq(orders.serviceStatus, 'awaiting_payment'),
    sql`${orders.expiresAt} < ${latestSweptDeadline}`,
  );
  return listOrdersWhere(db, isOverdue, sql`${orders.expiresAt}`, limit);
}

/** Paid orders that were not started in time, the longest overdue first. */
export function listOverdueUnstarted(db: Db, limit: number): Promise<OrderRow[]> {
  const isOverdue = and(
    eq(orders.serviceStatus, 'awaiting_start'),
    sql`${orders.startBy} < ${latestSweptDeadline}`,
  );
  return listOrdersWhere(db, isOverdue, sql`${orders.startBy}`, limit);
}

/** Completed orders whose clearing time has ended, the longest overdue first. */
export function listOverdueClearing(db: Db, limit: number): Promise<OrderRow[]> {
  const isOverdue = sql`${orders.heldUntil} < ${latestSweptDeadline}`;
  return listOrdersWhere(db, isOverdue, sql`${orders.heldUntil}`, limit);
}

/**
 * Condition: the order has received money that it must not keep and that is not being returned. The first
 * two parts equal the condition of a partial index, so that PostgreSQL uses it.
 */
const hasUnreturnedMoney = and(
  sql`${orders.amountPaid} > 0`,
  or(
    inArray(orders.serviceStatus, ['awaiting_payment', 'cancelled']),
    sql`${orders.amountPaid} > amount_due(${orders})`,
  ),
  sql`${orders.amountPaid} > ${amountToKeepSql} + ${amountReturned}`,
);

/** Orders that received money which they must not keep and which is not being returned, by ascending id. */
export const listOrdersWithUnreturnedMoney = (db: Db, limit: number): Promise<OrderRow[]> =>
  listOrdersWhere(db, hasUnreturnedMoney, orders.id, limit);

/**
 * Ids of pending refunds whose job was lost or that the provider has been processing for a while; the refund that has
 * not changed for the longest time comes first.
 */
export async function listStaleRefundIds(db: Db, limit: number): Promise<string[]> {
  const waitingOrders = await db
    .select({ id: refunds.id })
    .from(refunds)
    .where(
      and(
        eq(refunds.status, 'pending'),
        lt(refunds.updatedAt, sql`${databaseNow} - ${REFUND_CHECK_INTERVAL}`),
      ),
    )
    .orderBy(refunds.updatedAt)
    .limit(limit);
  return waitingOrders.map(({ id }) => id);
}
