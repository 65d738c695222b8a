import { randomUUID } from 'node:crypto';
import { err, ok } from '../src/platform/result.ts';
import type {
  Checkout,
  PaymentFacts,
  PaymentProvider,
  WebhookRequest,
} from '../src/ports/payment-provider.ts';

/** A provider in memory whose payments, failures and slowness are the test's. */
export interface FakePaymentProvider extends PaymentProvider {
  /** Calls that reached the provider. */
  readonly calls: { createCheckout: number; lookup: number };
  /** Every call fails while true. */
  down: boolean;
  /** Awaited by each call before it answers. */
  pause: () => Promise<void>;
  /** Distinct checkouts made. */
  checkouts(): number;
  /** Changes what the provider knows of an order's payment. */
  know(orderId: string, facts: Partial<PaymentFacts>): void;
  /** The order's money arrives; by default all of it. */
  pay(orderId: string, amountPaid?: number): void;
  /** A signed notification about an order. */
  notice(orderId: string, eventId?: string): WebhookRequest;
}

const SIGNATURE = 'genuine';

const untouchedFacts = (orderId: string, amount: number): PaymentFacts => ({
  orderId,
  status: 'pending',
  amount,
  amountPaid: 0,
  amountRefunded: 0,
  providerCheckoutId: `chk_${orderId}`,
  providerPaymentId: null,
  method: null,
  paidAt: null,
  endToEndId: null,
});

function readNotice(request: WebhookRequest) {
  if (request.headers['x-signature'] !== SIGNATURE) return err('webhook_unauthorized');
  try {
    const { id, orderId } = JSON.parse(request.rawBody.toString()) as Record<string, string>;
    if (!id) return err('malformed_request');
    return ok({ eventId: id, ref: orderId ? { orderId } : null, occurredAt: new Date() });
  } catch {
    return err('malformed_request');
  }
}

export function fakePaymentProvider(name = 'fake'): FakePaymentProvider {
  const known = new Map<string, PaymentFacts>();
  const checkouts = new Map<string, Checkout>();
  const know = (orderId: string, facts: Partial<PaymentFacts>) => {
    known.set(orderId, { ...(known.get(orderId) ?? untouchedFacts(orderId, 0)), ...facts });
  };
  const fake: FakePaymentProvider = {
    name,
    calls: { createCheckout: 0, lookup: 0 },
    down: false,
    pause: async () => {},
    checkouts: () => checkouts.size,
    know,
    pay: (orderId, amountPaid) =>
      know(orderId, {
        status: 'paid',
        amountPaid: amountPaid ?? known.get(orderId)?.amount ?? 0,
        providerPaymentId: `pay_${orderId}`,
        method: 'pix',
        paidAt: new Date(),
      }),
    notice: (orderId, eventId = `evt_${randomUUID()}`) => ({
      headers: { 'x-signature': SIGNATURE, 'content-type': 'application/json' },
      rawBody: Buffer.from(JSON.stringify({ id: eventId, orderId })),
      query: {},
    }),
    createCheckout: async ({ orderId, amount }) => {
      fake.calls.createCheckout += 1;
      await fake.pause();
      if (fake.down) return err('payment_unavailable');
      const checkout = checkouts.get(orderId) ?? {
        providerCheckoutId: `chk_${orderId}`,
        checkoutUrl: `https://provider.example/${randomUUID()}`,
      };
      checkouts.set(orderId, checkout);
      if (!known.has(orderId)) known.set(orderId, untouchedFacts(orderId, amount));
      return ok(checkout);
    },
    parseWebhook: async (request) => readNotice(request),
    lookup: async ({ orderId }) => {
      fake.calls.lookup += 1;
      await fake.pause();
      if (fake.down) return err('payment_unavailable');
      const facts = known.get(orderId ?? '');
      return facts ? ok(facts) : err('not_found');
    },
    refund: async () => err('payment_unavailable'),
    expire: async () => err('payment_unavailable'),
  };
  return fake;
}
