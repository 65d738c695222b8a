import type { Payment } from '@guilda/contract/orders';
import type { Person } from '../../platform/actor.ts';
import { ok, type Result } from '../../platform/result.ts';
import { checkoutOpener, type OpenCheckoutDeps } from './open-checkout.ts';
import { readPayment } from './order-queries.ts';
import { type PlaceOrderDeps, type PlaceRefusal, placeOrder, type Wish } from './place-order.ts';
import { type PaymentViewDeps, paymentView } from './view.ts';

export interface CheckoutDeps extends OpenCheckoutDeps, PlaceOrderDeps, PaymentViewDeps {}

export interface CheckedOut {
  readonly payment: Payment;
  readonly checkoutUrl: string | null;
}

/**
 * Buys a service at its price of this moment. The same key gives the same order and address, in
 * whatever number and at whatever time it is sent. The order is committed before the provider is
 * asked, so a failure there (`payment_unavailable`) leaves an order that nobody sees until the same
 * key is sent again and completes it (`product §5`), or its time is over.
 */
export function checkout(deps: CheckoutDeps) {
  const openCheckout = checkoutOpener(deps);
  return async (
    actor: Person,
    wish: Wish,
  ): Promise<Result<CheckedOut, PlaceRefusal | 'payment_unavailable'>> => {
    const order = await placeOrder(deps, actor, wish);
    if (!order.ok) return order;
    const opened = await openCheckout(order.value);
    if (!opened.ok) return opened;
    const reading = await readPayment(deps.database.db, order.value.id);
    if (!reading) throw new Error(`order ${order.value.id} vanished during its checkout`);
    const payment = paymentView(deps, actor)(reading);
    return ok({ payment, checkoutUrl: opened.value });
  };
}
