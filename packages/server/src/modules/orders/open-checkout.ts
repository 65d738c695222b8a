import type { Database } from '../../platform/database/pool.ts';
import { err, ok, type Result } from '../../platform/result.ts';
import { singleFlight } from '../../platform/single-flight.ts';
import type { Checkout, PaymentProvider } from '../../ports/payment-provider.ts';
import { findUser } from '../users/index.ts';
import { closeCheckoutSoon, type OrderQueue } from './order-jobs.ts';
import { storeCheckout } from './payment-store.ts';
import type { PaymentRow } from './payments-table.ts';
import { isPaidAt } from './policy.ts';

export interface OpenCheckoutDeps extends OrderQueue {
  readonly database: Database;
  readonly paymentProvider: PaymentProvider;
  /** The product's own address, without a trailing slash. */
  readonly publicUrl: string;
}

export type OpenCheckout = (
  order: PaymentRow,
) => Promise<Result<string | null, 'payment_unavailable'>>;

async function askProvider(deps: OpenCheckoutDeps, order: PaymentRow) {
  const buyer = await findUser(deps.database.db, order.buyerId);
  return deps.paymentProvider.createCheckout({
    orderId: order.id,
    reference: order.purchaseCode,
    title: order.productName,
    amount: order.price,
    payer: { email: buyer?.email ?? undefined, name: buyer?.displayName ?? undefined },
    returnUrl: `${deps.publicUrl}/success?payment=${order.id}`,
    expiresAt: order.expiresAt,
    // The order's own id never changes, so a retry after a crash sends the same key.
    idempotencyKey: order.id,
  });
}

/** Keeps what the provider made; a checkout of an order that was cancelled meanwhile is closed. */
async function keepCheckout(deps: OpenCheckoutDeps, orderId: string, made: Checkout) {
  const { db } = deps.database;
  const order = await storeCheckout(db, orderId, made);
  if (order?.serviceStatus !== 'cancelled') return order?.checkoutUrl ?? null;
  await closeCheckoutSoon(deps, db, orderId);
  return null;
}

/**
 * The address at which an order is paid, made when there is none yet; null when there is nothing to
 * pay. Asked for many times at once, or again after a failure, it ends in one checkout, because the
 * provider knows the order by its id and only the first answer is kept.
 */
export function checkoutOpener(deps: OpenCheckoutDeps): OpenCheckout {
  const opening = singleFlight<Result<string | null, 'payment_unavailable'>>();
  const open = async (order: PaymentRow) => {
    const made = await askProvider(deps, order);
    if (!made.ok) return err('payment_unavailable');
    return ok(await keepCheckout(deps, order.id, made.value));
  };
  return async (order) => {
    const waits = order.serviceStatus === 'awaiting_payment';
    // What is paid at one provider would not be seen on an order of another.
    if (waits && !isPaidAt(deps.paymentProvider, order)) return err('payment_unavailable');
    if (order.checkoutUrl !== null || !waits) return ok(order.checkoutUrl);
    return opening(order.id, () => open(order));
  };
}
