import type { Database } from '../../../platform/database/pool.ts';
import { notifyOrderEvent } from '../../notifications/index.ts';
import type { TransitionDeps } from '../lifecycle/transition.ts';
import { scheduleDisputeDeadlines } from '../order-jobs.ts';
import { findOrder, lockOrder } from '../order-store.ts';
import { toNotifiedOrder } from '../policy.ts';
import { findDispute, markOverdueNotified } from './dispute-store.ts';
import { resolveDispute } from './resolve-dispute.ts';

export interface DisputeDeadlineDeps extends TransitionDeps {
  readonly database: Database;
}

/** Refunds an order, once, when its seller did not answer the dispute in time by the database's clock. */
export const refundUnansweredDispute =
  (deps: DisputeDeadlineDeps) =>
  async (orderId: string): Promise<void> => {
    await deps.database.transaction(async (tx) => {
      const order = await lockOrder(tx, orderId);
      if (!order) return;
      const resolution = { action: 'lapse', orderId, actorId: null } as const;
      if (await resolveDispute(deps, tx, order, resolution)) return;
      const dispute = await findDispute(tx, orderId);
      // By the database's clock the time to answer has not passed yet, so the job is scheduled again.
      if (dispute?.state === 'open') await scheduleDisputeDeadlines(deps, tx, dispute);
    });
  };

/** Notifies buyer and seller, once, that the team's decision takes longer than promised. */
export const notifyOverdueDispute =
  (deps: DisputeDeadlineDeps) =>
  async (orderId: string): Promise<void> => {
    await deps.database.transaction(async (tx) => {
      if (!(await markOverdueNotified(tx, orderId))) return;
      const order = await findOrder(tx, orderId);
      if (order)
        await notifyOrderEvent(tx, deps.ids, { is: 'dispute_overdue' }, toNotifiedOrder(order));
    });
  };
