import type { Database } from '../../../platform/database/pool.ts';
import {
  enqueueSendRefund,
  scheduleEndOfClearing,
  scheduleExpiry,
  scheduleUnstartedRefund,
} from '../order-jobs.ts';
import { lockOrder } from '../order-store.ts';
import type { SettleDeps } from '../payments/settle-payment.ts';
import { returnExcessMoney } from '../refunds/return-money.ts';
import {
  listOverdueClearing,
  listOverdueUnpaid,
  listOverdueUnstarted,
  listStaleRefundIds,
  listUnreturned,
} from './sweep-store.ts';

export interface SweepDeps extends SettleDeps {
  readonly database: Database;
}

/** Rows of one kind handled in one run; the rest follows a minute later. */
const BATCH = 200;

async function sweepUnpaid(deps: SweepDeps): Promise<void> {
  const { db } = deps.database;
  for (const order of await listOverdueUnpaid(db, BATCH)) await scheduleExpiry(deps, db, order);
}

async function sweepUnstarted(deps: SweepDeps): Promise<void> {
  const { db } = deps.database;
  for (const order of await listOverdueUnstarted(db, BATCH)) {
    await scheduleUnstartedRefund(deps, db, order);
  }
}

async function sweepClearing(deps: SweepDeps): Promise<void> {
  const { db } = deps.database;
  for (const order of await listOverdueClearing(db, BATCH)) {
    await scheduleEndOfClearing(deps, db, order);
  }
}

async function sweepMoney(deps: SweepDeps): Promise<void> {
  for (const { id } of await listUnreturned(deps.database.db, BATCH)) {
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

async function sweepRefunds(deps: SweepDeps): Promise<void> {
  const { db } = deps.database;
  for (const id of await listStaleRefundIds(db, BATCH)) await enqueueSendRefund(deps, db, id);
}

/**
 * Repairs whatever a lost job left undone, so that no order depends on a single row of the queue.
 * Idempotent: it only enqueues jobs, or records refunds that a second run finds recorded.
 */
export const sweepOrders = (deps: SweepDeps) => async (): Promise<void> => {
  await sweepUnpaid(deps);
  await sweepUnstarted(deps);
  await sweepClearing(deps);
  await sweepMoney(deps);
  await sweepRefunds(deps);
};
