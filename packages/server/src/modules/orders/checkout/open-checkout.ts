import { singleFlight } from '../../../platform/async/single-flight.ts';
import type { Database } from '../../../platform/database/pool.ts';
import { err, ok, type Result } from '../../../platform/result.ts';
import type { Checkout, PaymentProvider } from '../../../ports/payment-provider.ts';
import { findUser } from '../../users/index.ts';
import { amountDue } from '../order-amount-columns.ts';
import { enqueueCheckoutClosing, type OrderQueue } from '../order-jobs.ts';
import { storeCheckout } from '../order-store.ts';
import type { OrderRow } from '../orders-table.ts';
import { isPaidThrough } from '../policy.ts';

export interface OpenCheckoutDeps extends OrderQueue {
  readonly database: Database;
  readonly paymentProvider: PaymentProvider;
  /** Origin of this installation, without a trailing slash. */
  readonly publicUrl: string;
}

export type OpenCheckout = (
  order: OrderRow,
) => Promise<Result<string | null, 'payment_unavailable'>>;

async function createProviderCheckout(deps: OpenCheckoutDeps, order: OrderRow) {
  const { db } = deps.database;
  const [buyer, seller] = [await findUser(db, order.buyerId), await findUser(db, order.sellerId)];
  return deps.paymentProvider.createCheckout({
    orderId: order.id,
    reference: order.purchaseCode,
    title: order.productName,
    sellerName: seller?.displayName ?? seller?.username,
    amount: amountDue(order),
    payer: { email: buyer?.email ?? undefined, name: buyer?.displayName ?? undefined },
    returnUrl: `${deps.publicUrl}/success?payment=${order.id}`,
    expiresAt: order.expiresAt,
    // The order id never changes, so a retry after a crash sends the same key and gets the same checkout.
    idempotencyKey: order.id,
  });
}

/**
 * Stores the new checkout of an order. When the order was cancelled while the provider created the checkout, enqueues a
 * job that closes the checkout.
 */
async function storeCheckoutOrClose(
  deps: OpenCheckoutDeps,
  orderId: string,
  createdCheckout: Checkout,
) {
  const { db } = deps.database;
  const order = await storeCheckout(db, orderId, createdCheckout);
  if (order?.serviceStatus !== 'cancelled') return order?.checkoutUrl ?? null;
  await enqueueCheckoutClosing(deps, db, orderId);
  return null;
}

/**
 * Creates the function that resolves to the checkout address of an order. If an unpaid order has no checkout, the
 * function creates the checkout first; for any other order without a checkout it resolves to null. Concurrent calls and
 * retries result in one checkout: the provider uses the order id as idempotency key, and only the first answer is
 * stored.
 */
export function createCheckoutOpener(deps: OpenCheckoutDeps): OpenCheckout {
  const shareRunningCall = singleFlight<Result<string | null, 'payment_unavailable'>>();
  const open = async (order: OrderRow) => {
    const createResult = await createProviderCheckout(deps, order);
    if (!createResult.ok) return err('payment_unavailable');
    return ok(await storeCheckoutOrClose(deps, order.id, createResult.value));
  };
  return async (order) => {
    const awaitsPayment = order.serviceStatus === 'awaiting_payment';
    // The order belongs to another, formerly configured provider. A payment at the current provider would not be
    // matched to the order.
    if (awaitsPayment && !isPaidThrough(deps.paymentProvider, order))
      return err('payment_unavailable');
    if (order.checkoutUrl !== null || !awaitsPayment) return ok(order.checkoutUrl);
    return shareRunningCall(order.id, () => open(order));
  };
}
