import type { Db } from '../../../platform/database/pool.ts';
import { applyTransition, type TransitionDeps } from '../lifecycle/transition.ts';
import { findOrder } from '../order-store.ts';
import type { OrderRow } from '../orders-table.ts';

/** An order and the provider's totals in centavos. */
export interface ReceivedTotals {
  readonly order: OrderRow;
  readonly amountPaid: number;
  readonly amountRefunded: number;
}

/**
 * Whether the whole payment was returned by refunds, or by refunds and chargebacks together; chargebacks alone do not
 * count.
 */
export const isFullyRefunded = ({ order, amountPaid, amountRefunded }: ReceivedTotals) =>
  amountRefunded > 0 && amountRefunded + order.chargedBack >= amountPaid;

/**
 * Ends the order as refunded after the provider returned the whole payment on its own, by a refund in its panel. False
 * when the order's state does not allow it.
 */
export async function applyProviderRefund(
  deps: TransitionDeps,
  tx: Db,
  orderId: string,
): Promise<boolean> {
  const statusChange = { orderId, by: 'provider', actorId: null } as const;
  for (const action of ['refundUnstarted', 'refundStarted', 'refundClearing'] as const) {
    if (await applyTransition(deps, tx, { ...statusChange, action })) return true;
  }
  return false;
}

/** Ends an order when a chargeback took the rest of a payment of which the provider had returned a part on its own. */
export async function endFullyReturnedOrder(
  deps: TransitionDeps,
  tx: Db,
  orderId: string,
): Promise<void> {
  const order = await findOrder(tx, orderId);
  if (!order?.amountPaid) return;
  const { amountPaid, amountRefunded } = order;
  if (isFullyRefunded({ order, amountPaid, amountRefunded }))
    await applyProviderRefund(deps, tx, orderId);
}
