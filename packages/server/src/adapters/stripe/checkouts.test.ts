import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createStripeFixture, type StripeFixture } from '../../../test/peers/stripe/fixture.ts';
import { stripeOrders } from '../../../test/peers/stripe/order-builders.ts';
import {
  lockedRefusal,
  peerKey,
  rateLimitedResponse,
  serverErrorResponse,
  unknownRefusal,
} from '../../../test/peers/stripe/peer.ts';
import { textOf } from '../../../test/peers/stripe/protocol.ts';

let fixture: StripeFixture;
beforeAll(async () => {
  fixture = await createStripeFixture();
});
afterEach(() => {
  fixture.peer.forget();
  fixture.peer.context.settings.lag = 0;
});
afterAll(() => fixture?.close());

const MINUTE_MS = 60_000;
const { inMinutes, openCheckout, request } = stripeOrders(() => fixture);
const stripeSessions = () => fixture.peer.context.account.sessions;
const requestLog = (call: string) =>
  fixture.peer.requests.filter(({ method, path }) => `${method} ${path}` === call);
const newSessionRequests = () => requestLog('POST /checkout/sessions');
const expiryOf = (id: string) => (stripeSessions().get(id)?.expires_at ?? 0) * 1000;

describe('a checkout request to Stripe', () => {
  it('creates a page in reais, in Portuguese, for card or Pix, with the order on it', async () => {
    const checkoutRequest = request();
    await openCheckout(checkoutRequest);
    const reference = 'GLD-7K3MQX';
    const metadata = { guilda_order: checkoutRequest.orderId, reference };
    const product_data = { name: checkoutRequest.title, description: reference };
    expect(newSessionRequests()[0]?.form).toEqual({
      mode: 'payment',
      locale: 'pt-BR',
      client_reference_id: checkoutRequest.orderId,
      line_items: {
        0: { quantity: '1', price_data: { currency: 'brl', unit_amount: '4990', product_data } },
      },
      allowed_payment_method_types: { 0: 'card', 1: 'pix' },
      payment_method_options: { pix: { expires_after_seconds: '3600' } },
      customer_email: 'ana@exemplo.example',
      adaptive_pricing: { enabled: 'false' },
      payment_intent_data: { description: reference, metadata },
      metadata,
      success_url: checkoutRequest.returnUrl,
      cancel_url: checkoutRequest.returnUrl,
      expires_at: String(checkoutRequest.expiresAt.getTime() / 1000),
    });
  });

  it('reveals nothing about the program except the version of the library', async () => {
    await openCheckout();
    expect(fixture.peer.requestLog()).toEqual([
      'GET /products/:id',
      'POST /checkout/sessions',
      'POST /products',
    ]);
    for (const { headers } of fixture.peer.requests) {
      expect(headers.authorization).toBe(`Bearer ${peerKey}`);
      expect(headers['stripe-version']).toBe('2026-10-28.endive');
      expect(headers['x-stripe-client-telemetry']).toBeUndefined();
      expect(headers['x-stripe-client-user-agent']).not.toMatch(/platform|application|hostname/);
    }
  });

  it.each([
    ['in five minutes', 5, 32],
    ['at once', 0, 32],
    ['in an hour', 60, 60],
    ['within a day', 1_430, 1_430],
    ['in a week', 7 * 1_440, 1_438],
  ])(
    'sets the end of the checkout %s, or as near to it as Stripe allows',
    async (_when, requestedMinutes, actualMinutes) => {
      const { providerCheckoutId: id } = await openCheckout(
        request({ expiresAt: inMinutes(requestedMinutes) }),
      );
      expect(expiryOf(id)).toBe(inMinutes(actualMinutes).getTime());
    },
  );

  it('expires a little later where latency would fall below the minimum lifetime', async () => {
    fixture.peer.context.settings.lag = 4;
    const { providerCheckoutId: id } = await openCheckout(request({ expiresAt: inMinutes(30) }));
    expect(expiryOf(id)).toBe(inMinutes(32).getTime());
  });

  it('is repeated without an e-mail that Stripe refuses', async () => {
    const payer = { email: 'joão da silva@exemplo.example' };
    await openCheckout(request({ payer }));
    const emails = newSessionRequests().map(({ form }) => textOf(form, 'customer_email'));
    expect(emails).toEqual([payer.email, undefined]);
  });

  it('is not repeated without end for a final refusal', async () => {
    const refusedResult = await fixture.provider.createCheckout(request({ amount: 10 }));
    expect(refusedResult).toEqual({ ok: false, code: 'payment_unavailable' });
    expect(newSessionRequests()).toHaveLength(1);
    expect(fixture.warnings.at(-1)).toMatchObject({ code: 'amount_too_small', status: 400 });
  });
});

describe('the one checkout of an order', () => {
  it('stays the same for years, whatever happens to it and the buyer', async () => {
    const checkoutRequest = request();
    const firstCheckout = await openCheckout(checkoutRequest);
    expect(firstCheckout.checkoutUrl.length).toBeGreaterThan(500);
    const otherFields = { title: 'Outro nome', payer: { email: 'bia@exemplo.example' } };
    expect(await openCheckout({ ...checkoutRequest, ...otherFields })).toEqual(firstCheckout);
    fixture.clock.advance(2 * 365 * 24 * 60 * MINUTE_MS);
    expect(await openCheckout({ ...checkoutRequest, expiresAt: inMinutes(60) })).toEqual(
      firstCheckout,
    );
    expect(await fixture.provider.lookup(checkoutRequest)).toMatchObject({
      value: { status: 'expired' },
    });
    expect(newSessionRequests()).toHaveLength(1);
  });

  it('is one when several nodes create it concurrently with different parameters', async () => {
    const checkoutRequest = request();
    const attempts = Array.from({ length: 8 }, (_, index) => ({
      ...checkoutRequest,
      title: `Aula ${index}`,
    }));
    const before = stripeSessions().size;
    fixture.peer.script('GET /products', ...attempts.map(() => unknownRefusal));
    const [first, ...others] = await Promise.all(attempts.map((attempt) => openCheckout(attempt)));
    for (const otherResult of others) expect(otherResult).toEqual(first);
    const createdSessions = [...stripeSessions().values()].slice(before);
    expect(createdSessions).toHaveLength(8);
    const payable = createdSessions.filter(({ status }) => status === 'open').map(({ id }) => id);
    expect(payable).toEqual([first?.providerCheckoutId]);
  });

  it('is the one that a node created before it failed to register it', async () => {
    const checkoutRequest = request();
    fixture.peer.script('POST /products', 'cut', 'cut');
    const before = stripeSessions().size;
    expect((await fixture.provider.createCheckout(checkoutRequest)).ok).toBe(false);
    expect(await fixture.provider.lookup(checkoutRequest)).toMatchObject({ code: 'not_found' });
    const { providerCheckoutId } = await openCheckout(checkoutRequest);
    expect([...stripeSessions().keys()].slice(before)).toEqual([providerCheckoutId]);
  });

  it('is a new one a day after an unregistered one', async () => {
    const checkoutRequest = request();
    fixture.peer.script('POST /products', 'cut', 'cut');
    const before = stripeSessions().size;
    expect((await fixture.provider.createCheckout(checkoutRequest)).ok).toBe(false);
    fixture.clock.advance(25 * 60 * MINUTE_MS);
    const checkout = await openCheckout({ ...checkoutRequest, expiresAt: inMinutes(60) });
    expect([...stripeSessions().keys()].slice(before + 1)).toEqual([checkout.providerCheckoutId]);
    expect(await fixture.provider.lookup(checkoutRequest)).toMatchObject({
      value: { status: 'pending' },
    });
  });

  it('is found when the answer to its registration was lost', async () => {
    const checkoutRequest = request();
    fixture.peer.script('POST /products', 'answer_lost');
    const { providerCheckoutId } = await openCheckout(checkoutRequest);
    expect(await fixture.provider.lookup(checkoutRequest)).toMatchObject({
      value: { providerCheckoutId },
    });
    expect(stripeSessions().get(providerCheckoutId)?.status).toBe('open');
  });

  it('is requested under another key a minute after a failure', async () => {
    const checkoutRequest = request();
    fixture.peer.script('POST /checkout/sessions', serverErrorResponse, serverErrorResponse);
    expect((await fixture.provider.createCheckout(checkoutRequest)).ok).toBe(false);
    expect((await fixture.provider.createCheckout(checkoutRequest)).ok).toBe(false);
    fixture.clock.advance(MINUTE_MS);
    await openCheckout(checkoutRequest);
    const [first, second, third] = newSessionRequests().map(
      ({ headers }) => headers['idempotency-key'],
    );
    expect(first).toBe(second);
    expect(third).not.toBe(first);
    expect(first).not.toContain('ana');
  });

  it.each([
    ['without a registration', {}],
    ['of another order', { guilda_order: 'x', checkout: 'cs_test_a', url_0: 'https://a.example' }],
    ['that leads elsewhere', { checkout: '../refunds', url_0: 'https://a.example' }],
    ['without an address', { checkout: 'cs_test_a', url_0: 'javascript:alert(1)' }],
  ])('is unavailable when its product at Stripe is one %s', async (_what, entry) => {
    const checkoutRequest = request();
    const id = `guilda_${checkoutRequest.orderId}`;
    const metadata = { guilda_order: checkoutRequest.orderId, ...entry };
    fixture.peer.context.account.products.set(id, {
      id,
      name: 'Boné',
      active: true,
      created: 0,
      metadata,
    });
    expect(await fixture.provider.createCheckout(checkoutRequest)).toMatchObject({
      code: 'payment_unavailable',
    });
    expect(await fixture.provider.lookup(checkoutRequest)).toMatchObject({
      code: 'payment_unavailable',
    });
    expect(newSessionRequests()).toEqual([]);
  });
});

describe('a provider that is busy', () => {
  it.each([
    ['over its rate limit', rateLimitedResponse],
    ['working on the same object', lockedRefusal],
    ['closing the connection', 'cut' as const],
    ['closing the connection in the middle of its answer', 'cut_amid' as const],
  ])('gets the request once more when it is %s', async (_how, reason) => {
    fixture.peer.script('POST /checkout/sessions', reason);
    expect((await fixture.provider.createCheckout(request())).ok).toBe(true);
  });

  it('is unavailable when its response exceeds the maximum size', async () => {
    const endlessOptions = {
      id: 'guilda_x',
      object: 'product',
      metadata: {},
      more: 'x'.repeat(3_000_000),
    };
    fixture.peer.script(
      'GET /products',
      ...[0, 1].map(() => ({ status: 200, body: endlessOptions })),
    );
    expect(await fixture.provider.lookup(request())).toMatchObject({ code: 'payment_unavailable' });
    expect(fixture.warnings.at(-1)).toMatchObject({ error: 'StripeConnectionError' });
  });

  it('gets a request at most three times', async () => {
    fixture.peer.script('GET /products', ...Array.from({ length: 20 }, () => rateLimitedResponse));
    expect(await fixture.provider.lookup(request())).toMatchObject({ code: 'payment_unavailable' });
    expect(fixture.peer.requests).toHaveLength(3);
  });

  it('has ten seconds for all requests together', async () => {
    let elapsedMs = 0;
    const after = (ms: number, callback: () => void) => {
      elapsedMs += ms;
      queueMicrotask(callback);
      return () => undefined;
    };
    fixture.peer.script(
      'POST /checkout/sessions',
      ...Array.from({ length: 20 }, () => lockedRefusal),
    );
    const busyProvider = fixture.providerAt(fixture.peer.api, { now: () => elapsedMs, after });
    expect(await busyProvider.createCheckout(request())).toMatchObject({
      code: 'payment_unavailable',
    });
    expect(elapsedMs).toBeGreaterThan(5_000);
    expect(elapsedMs).toBeLessThan(10_000);

    // Clock readings in ms: most of the time limit has passed when the second request, which gets no answer, is sent.
    const times = [0, 100, 100, 9_900, 9_900, 10_000];
    fixture.peer.forget();
    fixture.peer.script('POST /checkout/sessions', 'silent');
    const slowProvider = fixture.providerAt(fixture.peer.api, {
      now: () => times.shift() ?? 10_000,
      after,
    });
    expect(await slowProvider.createCheckout(request())).toMatchObject({
      code: 'payment_unavailable',
    });
    expect(fixture.peer.requestLog()).toEqual(['GET /products/:id', 'POST /checkout/sessions']);
  });
});

it('logs nothing about payers, orders or keys', async () => {
  const checkoutRequest = request();
  const { email, name } = checkoutRequest.payer;
  const message = `Invalid email ${email} with key ${peerKey}`;
  const error = { type: 'invalid_request_error', message };
  fixture.peer.script('POST /checkout/sessions', { status: 400, body: { error } });
  await fixture.provider.createCheckout(checkoutRequest);
  expect(fixture.warnings.at(-1)).toEqual({
    call: 'make checkout',
    status: 400,
    error: 'StripeInvalidRequestError',
    code: null,
    param: null,
    requestId: 'req_peer',
    message: 'a call to Stripe failed',
  });
  const loggedText = JSON.stringify(fixture.warnings);
  for (const secret of [peerKey, email, name, 'silva', checkoutRequest.orderId, 'whsec'])
    expect(loggedText).not.toContain(secret);
});
