import type { Database } from '../../../platform/database/pool.ts';
import { applyTransition, type TransitionDeps } from './transition.ts';

export interface RefundUnstartedOrderDeps extends TransitionDeps {
  readonly database: Pick<Database, 'transaction'>;
}

/** Refunds an order that its seller did not start in time, by the database's clock. */
export const refundUnstartedOrder =
  (deps: RefundUnstartedOrderDeps) =>
  async (orderId: string): Promise<void> => {
    const statusChange = { action: 'refundLapsed', orderId, by: 'system', actorId: null } as const;
    await deps.database.transaction((tx) => applyTransition(deps, tx, statusChange));
  };
