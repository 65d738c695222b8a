import type { Database } from '../../../platform/database/pool.ts';
import type { Ids } from '../../../ports/ids.ts';
import { postRelease } from '../../wallet/index.ts';
import { type OrderQueue, scheduleEndOfClearing } from '../order-jobs.ts';
import { findOrder } from '../order-store.ts';
import { endClearingOf } from './transition-store.ts';

export interface EndClearingDeps extends OrderQueue {
  readonly database: Database;
  readonly ids: Ids;
}

/**
 * Makes the seller's part of a completed order available once its clearing time has ended by the database's clock.
 * Repeated calls have one effect (`docs/product/money.md`).
 */
export const endClearing =
  (deps: EndClearingDeps) =>
  async (orderId: string): Promise<void> => {
    await deps.database.transaction(async (tx) => {
      const order = await endClearingOf(tx, orderId);
      if (order) {
        await postRelease(tx, deps.ids, { orderId, sellerId: order.sellerId });
        return;
      }
      const currentOrder = await findOrder(tx, orderId);
      // The clearing time has not ended by the database's clock, so the job is scheduled again.
      if (currentOrder?.serviceStatus === 'complete')
        await scheduleEndOfClearing(deps, tx, currentOrder);
    });
  };
