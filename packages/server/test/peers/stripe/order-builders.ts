import type { CheckoutRequest, PaymentProvider } from '../../../src/ports/payment-provider.ts';
import type { StripeFixture } from './fixture.ts';

const MINUTE = 60_000;

/** Builds checkouts and payments at a fixture's provider. */
export function stripeOrders(fixture: () => StripeFixture) {
  let orders = 0;
  const inMinutes = (minutes: number) =>
    new Date(fixture().clock.now().getTime() + minutes * MINUTE);

  function request(over: Partial<CheckoutRequest> = {}) {
    orders += 1;
    const orderId = `0199b000-0000-7000-8000-${String(orders).padStart(12, '0')}`;
    return {
      orderId,
      reference: 'GLD-7K3MQX',
      title: 'Aula de mira & "mapas" <a dois>',
      amount: 4990,
      payer: { email: 'ana@exemplo.example', name: 'Ana Souza' },
      returnUrl: `https://guilda.example/success?payment=${orderId}`,
      expiresAt: inMinutes(60),
      idempotencyKey: orderId,
      ...over,
    };
  }

  /** Opens a checkout. */
  async function open(wanted: CheckoutRequest = request(), provider?: PaymentProvider) {
    const made = await (provider ?? fixture().provider).createCheckout(wanted);
    if (!made.ok) throw new Error(made.code);
    return made.value;
  }

  async function lookUp(ref: Parameters<PaymentProvider['lookup']>[0]) {
    const found = await fixture().provider.lookup(ref);
    if (!found.ok) throw new Error(found.code);
    return found.value;
  }

  /** Pays an order. */
  async function paid(method: 'pix' | 'card' = 'card') {
    const wanted = request();
    const checkout = await open(wanted);
    fixture().pay(checkout, method);
    const { providerPaymentId } = await lookUp(checkout);
    if (providerPaymentId === null) throw new Error('paid, but without a payment id');
    return { ...checkout, orderId: wanted.orderId, providerPaymentId };
  }

  return { inMinutes, request, open, lookUp, paid };
}
