import { randomUUID } from 'node:crypto';
import { err, ok } from '../src/platform/result.ts';
import type {
  Checkout,
  PaymentFacts,
  PaymentProvider,
  Refund,
} from '../src/ports/payment-provider.ts';
import type { WebhookRequest } from '../src/ports/webhook.ts';

/** A provider in memory whose payments, failures and slowness are the test's. */
export interface FakePaymentProvider extends PaymentProvider {
  /** Calls that reached the provider. */
  readonly calls: { createCheckout: number; lookup: number; expire: number; refund: number };
  /** How new refunds stand at first. */
  refundsAre: Refund['status'];
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
  /** Gives money back by itself, as from its own panel or after a chargeback; by default all. */
  takeBack(orderId: string, amount?: number): void;
  /** Refunds that were pending succeed. */
  finishRefunds(): void;
  /** Refunds it made of an order: centavos by key. */
  refundsOf(orderId: string): Readonly<Record<string, number>>;
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

interface KnownRefund {
  readonly orderId: string;
  readonly amount: number;
  status: Refund['status'];
}

/** The refunds of a provider that behaves: each key once, never more than was paid. */
function refundBook(
  factsOf: (orderId: string) => PaymentFacts | undefined,
  know: (orderId: string, facts: Partial<PaymentFacts>) => void,
) {
  const made = new Map<string, KnownRefund>();
  const takeBack = (orderId: string, amount?: number) => {
    const facts = factsOf(orderId);
    if (!facts) throw new Error('nothing is known of this order');
    const amountRefunded = facts.amountRefunded + (amount ?? facts.amountPaid);
    const status = amountRefunded >= facts.amountPaid ? 'refunded' : facts.status;
    know(orderId, { amountRefunded, status });
  };
  return {
    takeBack,
    of: (orderId: string) =>
      Object.fromEntries(
        [...made].filter(([, r]) => r.orderId === orderId).map(([key, r]) => [key, r.amount]),
      ),
    finish: () => {
      for (const refund of made.values()) {
        if (refund.status === 'pending') takeBack(refund.orderId, refund.amount);
        if (refund.status === 'pending') refund.status = 'succeeded';
      }
    },
    make: (orderId: string, amount: number, key: string, status: Refund['status']) => {
      const refundId = `ref_${key}`;
      const before = made.get(key);
      if (before) return ok({ refundId, status: before.status });
      const facts = factsOf(orderId);
      if (!facts?.providerPaymentId) return err('not_found');
      const waiting = [...made.values()].filter(
        (r) => r.orderId === orderId && r.status === 'pending',
      );
      const gone = waiting.reduce((sum, r) => sum + r.amount, facts.amountRefunded);
      if (gone + amount > facts.amountPaid) return err('payment_processed');
      made.set(key, { orderId, amount, status });
      if (status === 'succeeded') takeBack(orderId, amount);
      return ok({ refundId, status });
    },
  };
}

export function fakePaymentProvider(name = 'fake'): FakePaymentProvider {
  const known = new Map<string, PaymentFacts>();
  const checkouts = new Map<string, Checkout>();
  const know = (orderId: string, facts: Partial<PaymentFacts>) => {
    known.set(orderId, { ...(known.get(orderId) ?? untouchedFacts(orderId, 0)), ...facts });
  };
  const refunds = refundBook((orderId) => known.get(orderId), know);
  const fake: FakePaymentProvider = {
    name,
    calls: { createCheckout: 0, lookup: 0, expire: 0, refund: 0 },
    refundsAre: 'succeeded',
    takeBack: refunds.takeBack,
    finishRefunds: refunds.finish,
    refundsOf: refunds.of,
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
    refund: async ({ orderId, amount, idempotencyKey }) => {
      fake.calls.refund += 1;
      await fake.pause();
      if (fake.down) return err('payment_unavailable');
      return refunds.make(orderId, amount, idempotencyKey, fake.refundsAre);
    },
    expire: async ({ orderId }) => {
      fake.calls.expire += 1;
      await fake.pause();
      if (fake.down) return err('payment_unavailable');
      const facts = known.get(orderId);
      if (!facts) return err('not_found');
      const open = facts.status === 'pending' || facts.status === 'declined';
      if (open) know(orderId, { status: 'expired' });
      return ok(known.get(orderId) ?? facts);
    },
  };
  return fake;
}
