import type { Database } from '../../platform/database/pool.ts';
import type { Ids } from '../../ports/ids.ts';
import { recordAction } from '../moderation/index.ts';
import { giveUnstartedBack, type TransitionDeps, unstartedOrdersOf } from '../orders/index.ts';

export interface RefundUnstartedDeps {
  readonly database: Pick<Database, 'db' | 'transaction'>;
  readonly ids: Ids;
  /** What moves an order. */
  readonly orders: TransitionDeps;
}

/** Who was suspended for good, by whom and in which case. */
export interface Suspended {
  readonly uid: string;
  readonly actorId: string | null;
  readonly caseId: string | null;
}

/** What the log says of these refunds. */
const REASON = 'Quem vende foi suspenso de vez.';

/**
 * Gives back every order that waits for its start by a seller who is suspended for good, by the ordinary
 * way of the team, each in a transaction of its own; what is in progress goes on. From when the suspension
 * is lifted on nothing more goes back.
 */
export const refundUnstarted =
  (deps: RefundUnstartedDeps) =>
  async ({ uid, actorId, caseId }: Suspended): Promise<void> => {
    const { database, orders } = deps;
    for (const paymentId of await unstartedOrdersOf(database.db, uid)) {
      await database.transaction(async (tx) => {
        if (!(await giveUnstartedBack(orders, tx, { paymentId, actorId }))) return;
        const subject = { kind: 'order', id: paymentId } as const;
        await recordAction(deps)(tx, {
          actorId,
          action: 'refund',
          subject,
          reason: REASON,
          caseId,
        });
      });
    }
  };
