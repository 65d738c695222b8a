import type { Database } from '../../../platform/database/pool.ts';
import { isDatabaseUnavailable } from '../../../platform/database/unavailable.ts';
import { listOverdueDisputes, listUnansweredDisputes } from '../disputes/dispute-store.ts';
import {
  enqueueSendRefund,
  scheduleDisputeDeadlines,
  scheduleEndOfClearing,
  scheduleExpiry,
  scheduleUnstartedRefund,
} from '../order-jobs.ts';
import { lockOrder } from '../order-store.ts';
import type { SettleDeps } from '../payments/settle-payment.ts';
import { returnExcessMoney } from '../refunds/return-money.ts';
import {
  listOrdersWithUnreturnedMoney,
  listOverdueClearing,
  listOverdueUnpaid,
  listOverdueUnstarted,
  listStaleRefundIds,
} from './sweep-store.ts';

export interface SweepOrdersDeps extends SettleDeps {
  readonly database: Database;
}

/** Maximum number of rows of one kind that a run handles; the next run a minute later handles further rows. */
const BATCH_SIZE = 200;

/** Enqueues the expiry of orders whose time to pay has passed. */
async function scheduleOverdueExpiries(deps: SweepOrdersDeps): Promise<void> {
  const { db } = deps.database;
  for (const order of await listOverdueUnpaid(db, BATCH_SIZE))
    await scheduleExpiry(deps, db, order);
}

/** Enqueues the refund of orders that were not started in time. */
async function scheduleOverdueUnstartedRefunds(deps: SweepOrdersDeps): Promise<void> {
  const { db } = deps.database;
  for (const order of await listOverdueUnstarted(db, BATCH_SIZE)) {
    await scheduleUnstartedRefund(deps, db, order);
  }
}

/** Enqueues the job that makes the money available for each order whose clearing time has ended. */
async function scheduleOverdueEndsOfClearing(deps: SweepOrdersDeps): Promise<void> {
  const { db } = deps.database;
  for (const order of await listOverdueClearing(db, BATCH_SIZE)) {
    await scheduleEndOfClearing(deps, db, order);
  }
}

/** Enqueues the jobs for passed deadlines of disputes, in case the original jobs were lost. */
async function scheduleOverdueDisputes(deps: SweepOrdersDeps): Promise<void> {
  const { db } = deps.database;
  const unansweredDisputes = await listUnansweredDisputes(db, BATCH_SIZE);
  for (const dispute of [...unansweredDisputes, ...(await listOverdueDisputes(db, BATCH_SIZE))]) {
    await scheduleDisputeDeadlines(deps, db, dispute);
  }
}

async function refundUnreturnedMoneyOf(deps: SweepOrdersDeps, id: string): Promise<void> {
  await deps.database.transaction(async (tx) => {
    const order = await lockOrder(tx, id);
    if (!order) return;
    const isOver = order.serviceStatus === 'cancelled' || order.serviceStatus === 'refunded';
    const isUnpaid = order.serviceStatus === 'awaiting_payment';
    const reason = isOver ? 'late' : isUnpaid ? 'wrong_amount' : 'overpaid';
    await returnExcessMoney(deps, tx, order, { reason });
  });
}

/**
 * Refunds money that was received for an order and that the order must not keep. An order that fails is logged and does
 * not stop the orders after it, unless the database does not answer.
 * @returns the errors of the orders that failed
 */
async function refundUnreturnedMoney(deps: SweepOrdersDeps): Promise<readonly unknown[]> {
  const failures: unknown[] = [];
  for (const { id } of await listOrdersWithUnreturnedMoney(deps.database.db, BATCH_SIZE)) {
    try {
      await refundUnreturnedMoneyOf(deps, id);
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      deps.log.error({ err: error, payment: id }, 'money of an order could not be returned');
      failures.push(error);
    }
  }
  return failures;
}

/** Enqueues `orders.send_refund` again for each refund that has been pending without a change for ten minutes. */
async function enqueueStaleRefunds(deps: SweepOrdersDeps): Promise<void> {
  const { db } = deps.database;
  for (const id of await listStaleRefundIds(db, BATCH_SIZE)) await enqueueSendRefund(deps, db, id);
}

/**
 * Repairs the effects of lost jobs, so that no order depends on a single row of the queue. Idempotent: it only enqueues
 * jobs, or records refunds that a second run finds already recorded. Rejects at the end when an order failed, so that the
 * queue retries the job.
 */
export const sweepOrders = (deps: SweepOrdersDeps) => async (): Promise<void> => {
  await scheduleOverdueExpiries(deps);
  await scheduleOverdueUnstartedRefunds(deps);
  await scheduleOverdueEndsOfClearing(deps);
  await scheduleOverdueDisputes(deps);
  const failures = await refundUnreturnedMoney(deps);
  await enqueueStaleRefunds(deps);
  if (failures.length > 0) throw failures[0];
};
