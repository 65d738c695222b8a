import { and, asc, eq, inArray, lt, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/pool.ts';
import { returnMoney } from './give-back.ts';
import { expireInTime, refundInTime, sendRefundSoon } from './order-jobs.ts';
import { holdPayment } from './payment-store.ts';
import { payments, refunds } from './payments-table.ts';
import { gone } from './refund-store.ts';
import type { SettleDeps } from './settle-payment.ts';

export interface SweepDeps extends SettleDeps {
  readonly database: Database;
}

/** Orders of one kind taken on at once; the rest has its turn a minute later. */
const BATCH = 200;
/** How long after its time an order counts as one that its own job missed. */
const GRACE = sql`interval '30 seconds'`;
/** How long a refund under way is left alone. */
const REFUND_PAUSE = sql`interval '10 minutes'`;

const find = ({ database }: SweepDeps, where: SQL | undefined, first: typeof payments.id | SQL) =>
  database.db.select().from(payments).where(where).orderBy(asc(first)).limit(BATCH);

/** Unpaid orders past their time, those that never had a checkout and those of closed accounts too. */
async function sweepUnpaid(deps: SweepDeps): Promise<void> {
  const overdue = and(
    eq(payments.serviceStatus, 'awaiting_payment'),
    sql`${payments.expiresAt} < clock_timestamp() - ${GRACE}`,
  );
  for (const order of await find(deps, overdue, sql`${payments.expiresAt}`)) {
    await expireInTime(deps, deps.database.db, order);
  }
}

async function sweepUnstarted(deps: SweepDeps): Promise<void> {
  const overdue = and(
    eq(payments.serviceStatus, 'awaiting_start'),
    sql`${payments.startBy} < clock_timestamp() - ${GRACE}`,
  );
  for (const order of await find(deps, overdue, sql`${payments.startBy}`)) {
    await refundInTime(deps, deps.database.db, order);
  }
}

/** Recorded money that its order must not keep and that is not on its way back. */
const stray = and(
  sql`${payments.amountPaid} > 0`,
  or(
    inArray(payments.serviceStatus, ['awaiting_payment', 'cancelled']),
    sql`${payments.amountPaid} > ${payments.price}`,
  ),
  sql`${payments.amountPaid} > CASE
      WHEN ${payments.serviceStatus} IN ('awaiting_start', 'in_progress', 'complete')
      THEN ${payments.price} ELSE 0 END
    + ${gone}`,
);

async function sweepMoney(deps: SweepDeps): Promise<void> {
  for (const { id } of await find(deps, stray, payments.id)) {
    await deps.database.transaction(async (tx) => {
      const order = await holdPayment(tx, id);
      if (!order) return;
      const over = order.serviceStatus === 'cancelled' || order.serviceStatus === 'refunded';
      const unpaid = order.serviceStatus === 'awaiting_payment';
      await returnMoney(deps, tx, order, over ? 'late' : unpaid ? 'wrong_amount' : 'overpaid');
    });
  }
}

/** Refunds whose job is gone, or that the provider works on. */
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
  for (const { id } of waiting) await sendRefundSoon(deps, db, id);
}

/**
 * Catches what no job of its own took care of: nothing that people wait for hangs on one row in the
 * queue. Only adds jobs, or writes what a second run finds written: running twice is running once.
 */
export const sweepOrders = (deps: SweepDeps) => async (): Promise<void> => {
  await sweepUnpaid(deps);
  await sweepUnstarted(deps);
  await sweepMoney(deps);
  await sweepRefunds(deps);
};
