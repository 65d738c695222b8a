import type { Database } from '../../../platform/database/pool.ts';
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
import { amountDueSql, amountToKeepSql } from '../order-amounts.ts';
import { enqueueSendRefund, scheduleExpiry, scheduleUnstartedRefund } from '../order-jobs.ts';
import { lockOrder } from '../order-store.ts';
import { orders, refunds } from '../orders-table.ts';
import type { SettleDeps } from '../payments/settle-payment.ts';
import { amountReturned } from '../refunds/refund-store.ts';
import { returnExcessMoney } from '../refunds/return-money.ts';

export interface SweepDeps extends SettleDeps {
  readonly database: Database;
}

/** Rows of one kind handled in one run; the rest follows a minute later. */
const BATCH = 200;
/** How long after its deadline an order counts as missed by its own job. */
const GRACE = sql`interval '30 seconds'`;
/** Time between two checks of a pending refund. */
const REFUND_PAUSE = sql`interval '10 minutes'`;

const find = ({ database }: SweepDeps, where: SQL | undefined, first: typeof orders.id | SQL) =>
  database.db.select().from(orders).where(where).orderBy(asc(first)).limit(BATCH);

/** Unpaid orders after their deadline, also those without a checkout and of closed accounts. */
async function sweepUnpaid(deps: SweepDeps): Promise<void> {
  const overdue = and(
    eq(orders.serviceStatus, 'awaiting_payment'),
    sql`${orders.expiresAt} < clock_timestamp() - ${GRACE}`,
  );
  for (const order of await find(deps, overdue, sql`${orders.expiresAt}`)) {
    await scheduleExpiry(deps, deps.database.db, order);
  }
}

async function sweepUnstarted(deps: SweepDeps): Promise<void> {
  const overdue = and(
    eq(orders.serviceStatus, 'awaiting_start'),
    sql`${orders.startBy} < clock_timestamp() - ${GRACE}`,
  );
  for (const order of await find(deps, overdue, sql`${orders.startBy}`)) {
    await scheduleUnstartedRefund(deps, deps.database.db, order);
  }
}

/**
 * Received money that its order does not keep and that is not being returned. The first two conditions
 * are those of a partial index.
 */
const unreturned = and(
  sql`${orders.amountPaid} > 0`,
  or(
    inArray(orders.serviceStatus, ['awaiting_payment', 'cancelled']),
    sql`${orders.amountPaid} > ${amountDueSql}`,
  ),
  sql`${orders.amountPaid} > ${amountToKeepSql} + ${amountReturned}`,
);

async function sweepMoney(deps: SweepDeps): Promise<void> {
  for (const { id } of await find(deps, unreturned, orders.id)) {
    await deps.database.transaction(async (tx) => {
      const order = await lockOrder(tx, id);
      if (!order) return;
      const over = order.serviceStatus === 'cancelled' || order.serviceStatus === 'refunded';
      const unpaid = order.serviceStatus === 'awaiting_payment';
      await returnExcessMoney(
        deps,
        tx,
        order,
        over ? 'late' : unpaid ? 'wrong_amount' : 'overpaid',
      );
    });
  }
}

/** Refunds whose job was lost, or that the provider is processing. */
async function sweepRefunds(deps: SweepDeps): Promise<void> {
  const { db } = deps.database;
  const waiting = await db
    .select({ id: refunds.id })
    .from(refunds)
    .where(
      and(
        eq(refunds.status, 'pending'),
        lt(refunds.updatedAt, sql`clock_timestamp() - ${REFUND_PAUSE}`),
      ),
    )
    .orderBy(refunds.updatedAt)
    .limit(BATCH);
  for (const { id } of waiting) await enqueueSendRefund(deps, db, id);
}

/**
 * Repairs whatever a lost job left undone, so that no order depends on a single row of the queue.
 * Idempotent: it only enqueues jobs, or records refunds that a second run finds recorded.
 */
export const sweepOrders = (deps: SweepDeps) => async (): Promise<void> => {
  await sweepUnpaid(deps);
  await sweepUnstarted(deps);
  await sweepMoney(deps);
  await sweepRefunds(deps);
};
