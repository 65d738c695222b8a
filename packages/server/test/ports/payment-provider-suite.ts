import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Result } from '../../src/platform/result.ts';
import type {
  Checkout,
  CheckoutRequest,
  PaymentFacts,
  PaymentMethod,
  PaymentProvider,
  PaymentRef,
  WebhookNotice,
} from '../../src/ports/payment-provider.ts';
import { WEBHOOK_MAX_AGE_MS, type WebhookRequest } from '../../src/ports/webhook.ts';

/** A provider with somebody on the other side who pays, declines and notifies when asked. */
export interface PaymentProviderHarness {
  readonly provider: PaymentProvider;
  /** The same adapter, whose provider cannot be reached. */
  readonly unreachable: PaymentProvider;
  /** The same adapter, whose provider answers nothing but errors. */
  readonly failing: PaymentProvider;
  /** What the signature covers; every byte of it is flipped once. */
  readonly signed: { readonly body: boolean; readonly headers: readonly string[] };
  /** The time by which checkouts expire and notifications age. */
  now(): Date;
  advance(ms: number): void;
  pay(checkout: Checkout, method: PaymentMethod): Promise<void>;
  decline(checkout: Checkout): Promise<void>;
  /** The newest authentic notification, as it arrived. */
  lastWebhook(): Promise<WebhookRequest>;
  /** An authentic notification with this body, signed now. */
  signedWebhook(rawBody: Buffer): WebhookRequest;
  close(): Promise<void>;
}

/** What every {@link PaymentProvider} promises, whoever stands behind it. */
export function describePaymentProvider(
  name: string,
  factory: () => Promise<PaymentProviderHarness>,
): void {
  describe(`payment provider: ${name}`, () => {
    let harness: PaymentProviderHarness;
    beforeAll(async () => {
      harness = await factory();
    });
    afterAll(() => harness?.close());
    const given = () => createSteps(harness);

    describeCheckouts(() => harness, given);
    describeRefunds(() => harness, given);
    describeWebhooks(() => harness, given);
    describeFailures(() => harness, given);
  });
}

type Steps = ReturnType<typeof createSteps>;

let orders = 0;

function createSteps(harness: PaymentProviderHarness) {
  const request = (over: Partial<CheckoutRequest> = {}): CheckoutRequest => {
    orders += 1;
    const orderId = `0199a000-0000-7000-8000-${String(orders).padStart(12, '0')}`;
    return {
      orderId,
      reference: `GLD${orders}`,
      title: 'Treino de mira & "plano" <semanal>',
      amount: 4500,
      payer: { email: 'ana@example.com', name: 'Ana Souza' },
      returnUrl: `http://shop.example/success?payment=${orderId}`,
      expiresAt: new Date(harness.now().getTime() + 3_600_000),
      idempotencyKey: `checkout-${orderId}`,
      ...over,
    };
  };
  const open = async (over: Partial<CheckoutRequest> = {}) => {
    const wanted = request(over);
    return { ...wanted, ...value(await harness.provider.createCheckout(wanted)) };
  };
  const facts = async (ref: PaymentRef) => value(await harness.provider.lookup(ref));
  const paid = async (method: PaymentMethod = 'pix') => {
    const checkout = await open();
    await harness.pay(checkout, method);
    const { providerPaymentId } = await facts({ orderId: checkout.orderId });
    if (providerPaymentId === null) throw new Error('paid, but without a payment id');
    return { ...checkout, providerPaymentId };
  };
  return { request, open, facts, paid };
}

function value<T, E extends string>(result: Result<T, E>): T {
  if (!result.ok) throw new Error(`refused: ${result.code}`);
  return result.value;
}

/** Providers keep time to the second. */
function expectAbout(time: Date | null, expected: Date): void {
  expect(Math.abs((time?.getTime() ?? 0) - expected.getTime())).toBeLessThan(1000);
}

function describeCheckouts(at: () => PaymentProviderHarness, given: () => Steps): void {
  describe('checkouts', () => {
    it('opens a page and knows the order, unpaid', async () => {
      const checkout = await given().open();
      expect(new URL(checkout.checkoutUrl).protocol).toMatch(/^https?:$/);
      expect(await given().facts({ orderId: checkout.orderId })).toEqual<PaymentFacts>({
        orderId: checkout.orderId,
        status: 'pending',
        amount: 4500,
        amountPaid: 0,
        amountRefunded: 0,
        providerCheckoutId: checkout.providerCheckoutId,
        providerPaymentId: null,
        method: null,
        paidAt: null,
        endToEndId: null,
      });
    });

    it('gives an order one checkout, however often and however fast it is asked', async () => {
      const wanted = given().request();
      const made = await Promise.all(
        Array.from({ length: 20 }, () => at().provider.createCheckout(wanted)),
      );
      const [first, ...others] = made.map(value);
      for (const other of others) expect(other).toEqual(first);
      const { orderId } = given().request();
      const another = value(await at().provider.createCheckout({ ...wanted, orderId }));
      expect(another.providerCheckoutId).not.toBe(first?.providerCheckoutId);
    });

    it.each(['pix', 'card'] as const)('tells what was paid, by %s', async (method) => {
      const checkout = await given().paid(method);
      const facts = await given().facts({ orderId: checkout.orderId });
      expect(facts).toMatchObject({ status: 'paid', amountPaid: 4500, amountRefunded: 0, method });
      expectAbout(facts.paidAt, at().now());
      if (method === 'card') expect(facts.endToEndId).toBeNull();
      else expect(facts.endToEndId ?? 'E00000000202611201200abcdefghijk').toMatch(/^E\w{31}$/);
    });

    it('finds a payment by each of its ids', async () => {
      const { orderId, providerCheckoutId, providerPaymentId } = await given().paid();
      const facts = await given().facts({ orderId });
      expect(await given().facts({ orderId, providerCheckoutId })).toEqual(facts);
      expect(await given().facts({ providerCheckoutId })).toEqual(facts);
      expect(await given().facts({ providerPaymentId })).toEqual(facts);
    });

    it('says so when it has never heard of an order', async () => {
      const { orderId } = given().request();
      expect(await at().provider.lookup({ orderId })).toMatchObject({ code: 'not_found' });
      expect(await at().provider.expire({ orderId })).toMatchObject({ code: 'not_found' });
    });

    it('lets a declined payment be tried again', async () => {
      const checkout = await given().open();
      await at().decline(checkout);
      expect(await given().facts(checkout)).toMatchObject({ status: 'declined', amountPaid: 0 });
      await at().pay(checkout, 'card');
      expect(await given().facts(checkout)).toMatchObject({ status: 'paid', amountPaid: 4500 });
    });

    it('expires on request, by order or checkout, once and for all', async () => {
      const first = await given().open();
      const second = await given().open();
      const { orderId } = first;
      expect(value(await at().provider.expire({ orderId })).status).toBe('expired');
      expect(value(await at().provider.expire({ orderId })).status).toBe('expired');
      expect(value(await at().provider.expire(second)).status).toBe('expired');
      expect(await given().facts({ orderId })).toMatchObject({ status: 'expired', amountPaid: 0 });
    });

    it('does not undo a payment that came first', async () => {
      const { orderId } = await given().paid();
      expect(value(await at().provider.expire({ orderId }))).toMatchObject({
        status: 'paid',
        amountPaid: 4500,
      });
    });

    it('expires by itself when its time is over', async () => {
      const expiresAt = new Date(at().now().getTime() + 30 * 60_000);
      const checkout = await given().open({ expiresAt });
      at().advance(30 * 60_000 - 1);
      expect((await given().facts(checkout)).status).toBe('pending');
      at().advance(1);
      expect((await given().facts(checkout)).status).toBe('expired');
    });
  });
}

function describeRefunds(at: () => PaymentProviderHarness, given: () => Steps): void {
  const refund = (
    payment: { orderId: string; providerPaymentId: string },
    amount: number,
    key: string,
  ) =>
    at().provider.refund({
      orderId: payment.orderId,
      providerPaymentId: payment.providerPaymentId,
      amount,
      idempotencyKey: `${key}-${payment.orderId}`,
    });

  describe('refunds', () => {
    it('gives everything back', async () => {
      const payment = await given().paid();
      expect(value(await refund(payment, 4500, 'all')).status).toBe('succeeded');
      expect(await given().facts({ orderId: payment.orderId })).toMatchObject({
        status: 'refunded',
        amountPaid: 4500,
        amountRefunded: 4500,
      });
    });

    it('gives parts back, never more than was paid', async () => {
      const payment = await given().paid();
      value(await refund(payment, 1500, 'a'));
      value(await refund(payment, 2000, 'b'));
      expect(await refund(payment, 1001, 'c')).toMatchObject({ code: 'payment_processed' });
      expect(await given().facts({ orderId: payment.orderId })).toMatchObject({
        status: 'paid',
        amountRefunded: 3500,
      });
      value(await refund(payment, 1000, 'd'));
      expect((await given().facts({ orderId: payment.orderId })).status).toBe('refunded');
      expect(await refund(payment, 1, 'e')).toMatchObject({ code: 'payment_processed' });
    });

    it('is one refund for one key, however often and however fast it is asked', async () => {
      const payment = await given().paid();
      const made = await Promise.all(Array.from({ length: 20 }, () => refund(payment, 1000, 'k')));
      const [first, ...others] = made.map(value);
      for (const other of others) expect(other).toEqual(first);
      expect(value(await refund(payment, 1000, 'k'))).toEqual(first);
      expect((await given().facts({ orderId: payment.orderId })).amountRefunded).toBe(1000);
    });

    it('lets no race give back more than was paid', async () => {
      const payment = await given().paid();
      const made = await Promise.all(
        Array.from({ length: 20 }, (_, index) => refund(payment, 1000, `race-${index}`)),
      );
      expect(made.filter(({ ok }) => ok)).toHaveLength(4);
      expect((await given().facts({ orderId: payment.orderId })).amountRefunded).toBe(4000);
    });

    it('refuses a payment that it does not know', async () => {
      const payment = await given().paid();
      const unknown = {
        ...payment,
        providerPaymentId: `${payment.providerPaymentId.slice(0, -4)}0000`,
      };
      expect(await refund(unknown, 100, 'x')).toMatchObject({ code: 'not_found' });
    });
  });
}

function describeWebhooks(at: () => PaymentProviderHarness, given: () => Steps): void {
  const parse = (request: WebhookRequest) => at().provider.parseWebhook(request);

  describe('webhooks', () => {
    it('lead to the payment they speak of', async () => {
      const { orderId } = await given().paid();
      const notice = value(await parse(await at().lastWebhook()));
      expect(notice.eventId).not.toBe('');
      expectAbout(notice.occurredAt, at().now());
      if (notice.ref === null) throw new Error('a payment event without a payment');
      expect(await given().facts(notice.ref)).toMatchObject({ orderId, status: 'paid' });
    });

    it('have one id for each event, the same when replayed', async () => {
      const { orderId } = await given().paid();
      const request = await at().lastWebhook();
      const first: WebhookNotice = value(await parse(request));
      at().advance(60_000);
      expect(value(await parse(request))).toEqual(first);
      await at().provider.expire({ orderId: (await given().open()).orderId });
      expect(value(await parse(await at().lastWebhook())).eventId).not.toBe(first.eventId);
      expect((await given().facts({ orderId })).amountPaid).toBe(4500);
    });

    it('are refused with any byte changed', async () => {
      await given().paid();
      const request = await at().lastWebhook();
      const forgeries = [...forgeriesOf(request, at().signed)];
      expect(forgeries.length).toBeGreaterThan(50);
      for (const { what, forged } of forgeries) {
        const outcome = await parse(forged);
        expect(outcome.ok ? 'accepted' : outcome.code, what).toBe('webhook_unauthorized');
      }
    });

    it('are refused without a signature', async () => {
      await given().paid();
      const request = await at().lastWebhook();
      for (const header of at().signed.headers) {
        const headers = { ...request.headers, [header]: undefined };
        expect(await parse({ ...request, headers })).toMatchObject({
          code: 'webhook_unauthorized',
        });
        const twice = { ...request.headers, [header]: ['', String(request.headers[header])] };
        expect(await parse({ ...request, headers: twice })).toMatchObject({
          code: 'webhook_unauthorized',
        });
      }
    });

    it('are refused once they are old, or before their time', async () => {
      await given().paid();
      const request = await at().lastWebhook();
      at().advance(WEBHOOK_MAX_AGE_MS);
      expect((await parse(request)).ok).toBe(true);
      at().advance(1000);
      expect(await parse(request)).toMatchObject({ code: 'webhook_unauthorized' });
      at().advance(-2 * WEBHOOK_MAX_AGE_MS - 3000);
      expect(await parse(request)).toMatchObject({ code: 'webhook_unauthorized' });
      at().advance(WEBHOOK_MAX_AGE_MS + 2000);
      expect((await parse(request)).ok).toBe(true);
    });

    it.each([
      ['nothing', ''],
      ['no JSON', '{"id":'],
      ['a bare value', 'null'],
      ['another shape', '{"hello":"world"}'],
      [
        'ids that are paths',
        '{"id":"evt_1","type":"x","createdAt":"2026-11-20T12:00:00.000Z","data":{"checkoutId":"../../users","id":"../x"}}',
      ],
    ])('make no sense with %s inside', async (_what, body) => {
      expect(await parse(at().signedWebhook(Buffer.from(body)))).toMatchObject({
        code: 'malformed_request',
      });
    });
  });
}

function* forgeriesOf(request: WebhookRequest, signed: PaymentProviderHarness['signed']) {
  for (let place = 0; signed.body && place < request.rawBody.length; place += 1) {
    for (const bit of [0x01, 0x20]) {
      const rawBody = Buffer.from(request.rawBody);
      rawBody[place] = (rawBody[place] ?? 0) ^ bit;
      yield { what: `body byte ${place} ^ ${bit}`, forged: { ...request, rawBody } };
    }
  }
  for (const header of signed.headers) {
    const sent = String(request.headers[header]);
    for (let place = 0; place < sent.length; place += 1) {
      for (const bit of [0x01, 0x20]) {
        const other = String.fromCharCode(sent.charCodeAt(place) ^ bit);
        const headers = {
          ...request.headers,
          [header]: sent.slice(0, place) + other + sent.slice(place + 1),
        };
        yield { what: `${header} byte ${place} ^ ${bit}`, forged: { ...request, headers } };
      }
    }
  }
}

function describeFailures(at: () => PaymentProviderHarness, given: () => Steps): void {
  describe.each(['unreachable', 'failing'] as const)('an %s provider', (which) => {
    it('makes every call unavailable, and none of them throws', async () => {
      const { orderId, providerPaymentId } = await given().paid();
      const provider = at()[which];
      const refund = { orderId, providerPaymentId, amount: 100, idempotencyKey: `f-${orderId}` };
      // Several rounds, because there are several ways to fail.
      for (let round = 0; round < 7; round += 1) {
        const outcomes = await Promise.all([
          provider.createCheckout(given().request()),
          provider.lookup({ orderId }),
          provider.lookup({ providerPaymentId }),
          provider.refund(refund),
          provider.expire({ orderId }),
        ]);
        for (const outcome of outcomes) {
          expect(outcome).toMatchObject({ ok: false, code: 'payment_unavailable' });
        }
      }
      expect((await given().facts({ orderId })).amountRefunded).toBe(0);
    });
  });
}
