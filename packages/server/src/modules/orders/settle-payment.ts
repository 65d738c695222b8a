import type { Db } from '../../platform/database/pool.ts';
import type { PaymentFacts } from '../../ports/payment-provider.ts';
import { keepAccounts } from '../users/index.ts';
import { lockPayment, recordMoney } from './payment-store.ts';
import type { PaymentRow } from './payments-table.ts';
import { applyTransition, type TransitionDeps } from './transition.ts';

export interface SettleDeps extends TransitionDeps {
  readonly log: { warn(fields: object, message: string): void };
}

/**
 * What the provider's word came to:
 * - `paid`: the order is paid now
 * - `unpaid`: nothing has arrived
 * - `known`: an order that is paid already
 * - `mismatch`: not exactly the price arrived, or buyer or seller has gone; recorded, not delivered
 * - `late`: money for an order that is over; recorded, to be given back
 * - `unknown`: no order of this provider
 */
export type Settlement = 'paid' | 'unpaid' | 'known' | 'mismatch' | 'late' | 'unknown';

const uuidForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Exactly the price arrived and stayed, and no newer word says that there is more. */
function settles(facts: PaymentFacts, order: PaymentRow): boolean {
  const { amountPaid, amountRefunded } = facts;
  return (
    amountPaid === order.price && amountRefunded === 0 && (order.amountPaid ?? 0) <= amountPaid
  );
}

/** Money that arrived without moving its order: kept on it, so that it can be given back. */
async function keep(deps: SettleDeps, tx: Db, order: PaymentRow, facts: PaymentFacts) {
  const over = order.serviceStatus === 'cancelled' || order.serviceStatus === 'refunded';
  const recorded = await recordMoney(tx, order.id, facts, over && settles(facts, order));
  if (recorded) {
    const { id, price, serviceStatus } = order;
    deps.log.warn(
      { payment: id, serviceStatus, price, amountPaid: facts.amountPaid },
      'money arrived that does not settle its order',
    );
  }
  if (over) return 'late';
  return order.serviceStatus === 'awaiting_payment' ? 'mismatch' : 'known';
}

/**
 * Applies what the provider knows of a payment to its order, in the caller's transaction, which
 * holds the order against every other change meanwhile. Any number of times and in any order of
 * facts it ends in the same state: an order is paid once, by exactly its price.
 */
export async function settlePayment(
  deps: SettleDeps,
  tx: Db,
  provider: string,
  facts: PaymentFacts,
): Promise<Settlement> {
  // Other shops may share the provider's account: their ids need not look like ours.
  const order = uuidForm.test(facts.orderId)
    ? await lockPayment(tx, facts.orderId, provider)
    : null;
  if (!order) return 'unknown';
  if (facts.status !== 'paid' || facts.amountPaid <= 0) return 'unpaid';
  if (order.serviceStatus !== 'awaiting_payment' || !settles(facts, order)) {
    return keep(deps, tx, order, facts);
  }
  if (!(await keepAccounts(tx, [order.buyerId, order.sellerId]))) {
    return keep(deps, tx, order, facts);
  }
  const { amountPaid, providerPaymentId } = facts;
  const paid = await applyTransition(deps, tx, {
    action: 'pay',
    paymentId: order.id,
    by: 'provider',
    actorId: null,
    money: { amountPaid, providerPaymentId },
  });
  if (!paid) throw new Error(`order ${order.id} moved while it was locked`);
  return 'paid';
}
