import type { Payment } from '@guilda/contract/orders/orders';
import type { Person } from '../../../platform/actor.ts';
import { errCounted, ok, okReplayed, type Result } from '../../../platform/result.ts';
import { findOrderDetails } from '../reads/order-details-store.ts';
import { createOrderView, type OrderViewDeps } from '../view.ts';
import { createCheckoutOpener, type OpenCheckoutDeps } from './open-checkout.ts';
import {
  type PlaceOrderDeps,
  type PlaceOrderInput,
  type PlaceOrderRefusal,
  placeOrder,
} from './place-order.ts';

export interface CheckoutDeps extends OpenCheckoutDeps, PlaceOrderDeps, OrderViewDeps {}

export interface CheckoutResult {
  readonly payment: Payment;
  readonly checkoutUrl: string | null;
}

/**
 * Orders a service at its current price. A repeated call with the same idempotency key returns the same order and
 * checkout. The order is committed before the provider is called, so a failure of the provider (`payment_unavailable`)
 * leaves an order without a checkout, which no list shows. Sending the same key again creates the checkout; otherwise
 * the order is cancelled when its time to pay has passed (`docs/product/orders.md`). The limit of placed orders counts
 * such an order.
 */
export function startCheckout(deps: CheckoutDeps) {
  const openCheckout = createCheckoutOpener(deps);
  return async (
    actor: Person,
    input: PlaceOrderInput,
  ): Promise<Result<CheckoutResult, PlaceOrderRefusal | 'payment_unavailable'>> => {
    const placeResult = await placeOrder(deps, actor, input);
    if (!placeResult.ok) return placeResult;
    const openResult = await openCheckout(placeResult.value);
    if (!openResult.ok) return placeResult.repeated ? openResult : errCounted(openResult.code);
    const details = await findOrderDetails(deps.database.db, placeResult.value.id);
    if (!details) throw new Error(`order ${placeResult.value.id} vanished during its checkout`);
    const payment = createOrderView(deps, actor)(details);
    const result = { payment, checkoutUrl: openResult.value };
    return placeResult.repeated ? okReplayed(result) : ok(result);
  };
}
