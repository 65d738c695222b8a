import type { CheckoutRequest, PaymentProvider } from '../../../src/ports/payment-provider.ts';
import type { StripeFixture } from './fixture.ts';

const MINUTE_MS = 60_000;

/** Functions that create checkouts and payments at the provider of a fixture. */
export function stripeOrders(fixture: () => StripeFixture) {
  let orderCount = 0;
  const inMinutes = (minutes: number) =>
    new Date(fixture().clock.now().getTime() + minutes * MINUTE_MS);

  function request(changes: Partial<CheckoutRequest> = {}) {
    orderCount += 1;
    const orderId = `0199b000-0000-7000-8000-${String(orderCount).padStart(12, '0')}`;
    return {
      orderId,
      reference: 'GLD-7K3MQX',
      title: 'Aula de mira & "mapas" <a dois>',
      amount: 4990,
      payer: { email: 'ana@exemplo.example', name: 'Ana Souza' },
      returnUrl: `https://guilda.example/success?payment=${orderId}`,
      expiresAt: inMinutes(60),
      idempotencyKey: orderId,
      ...changes,
    };
  }

  /** Opens a checkout, of a new order by default. */
  async function openCheckout(
    checkoutRequest: CheckoutRequest = request(),
    provider?: PaymentProvider,
  ) {
    const checkout = await (provider ?? fixture().provider).createCheckout(checkoutRequest);
    if (!checkout.ok) throw new Error(checkout.code);
    return checkout.value;
  }

  async function lookUp(ref: Parameters<PaymentProvider['lookup']>[0]) {
    const record = await fixture().provider.lookup(ref);
    if (!record.ok) throw new Error(record.code);
    return record.value;
  }

  /** Opens the checkout of a new order and pays it. */
  async function createPaidOrder(method: 'pix' | 'card' = 'card') {
    const checkoutRequest = request();
    const checkout = await openCheckout(checkoutRequest);
    fixture().pay(checkout, method);
    const { providerPaymentId } = await lookUp(checkout);
    if (providerPaymentId === null) throw new Error('paid, but without a payment id');
    return { ...checkout, orderId: checkoutRequest.orderId, providerPaymentId };
  }

  return { inMinutes, request, openCheckout, lookUp, createPaidOrder };
}
