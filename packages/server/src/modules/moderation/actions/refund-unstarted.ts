import type { Database } from '../../../platform/database/pool.ts';
import type { Ids } from '../../../ports/ids.ts';
import {
  applyUnstartedRefund,
  listUnstartedOrderIds,
  type TransitionDeps,
} from '../../orders/index.ts';
import { recordAuditEntry } from '../audit-log/audit-log-store.ts';

export interface RefundUnstartedOrdersDeps {
  readonly database: Pick<Database, 'db' | 'transaction'>;
  readonly ids: Ids;
  readonly orders: TransitionDeps;
}

/** A permanently suspended seller, with the administrator and the case of the suspension. */
export interface SellerSuspension {
  readonly uid: string;
  readonly actorId: string | null;
  readonly caseId: string | null;
}

/** pt-BR reason in the audit log for the refunds of a permanently suspended seller's orders. */
const REFUND_REASON = 'Quem vende foi suspenso de vez.';

/**
 * Refunds every order that waits for a permanently suspended seller to start it, each in a transaction of its own.
 * Orders in progress continue. If the suspension is lifted while the job runs, no further orders are refunded.
 */
export const refundUnstartedOrders =
  (deps: RefundUnstartedOrdersDeps) =>
  async ({ uid, actorId, caseId }: SellerSuspension): Promise<void> => {
    const { database, orders } = deps;
    for (const orderId of await listUnstartedOrderIds(database.db, uid)) {
      await database.transaction(async (tx) => {
        if (!(await applyUnstartedRefund(orders, tx, { orderId, actorId }))) return;
        const subject = { kind: 'order', id: orderId } as const;
        await recordAuditEntry(deps)(tx, {
          actorId,
          action: 'refund',
          subject,
          reason: REFUND_REASON,
          caseId,
        });
      });
    }
  };
