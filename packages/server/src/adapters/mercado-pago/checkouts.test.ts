import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  createMercadoPagoFixture,
  type MercadoPagoFixture,
} from '../../../test/peers/mercado-pago/fixture.ts';
import { peerToken } from '../../../test/peers/mercado-pago/peer.ts';
import { mercadoPagoError } from '../../../test/peers/mercado-pago/protocol.ts';
import type { Result } from '../../platform/result.ts';
import { type CheckoutRequest, PROVIDER_TIMEOUT_MS } from '../../ports/payment-provider.ts';

let fixture: MercadoPagoFixture;
beforeAll(async () => {
  fixture = await createMercadoPagoFixture();
});
afterAll(() => fixture.close());
beforeEach(() => {
  Object.assign(fixture.peer.state.settings, {
    indexDelayMs: 0,
    refundsAre: 'approved',
    refusesCancellation: false,
  });
  fixture.peer.requests.length = 0;
});
afterEach(() => vi.restoreAllMocks());

function unwrapValue<T>(result: Result<T, string>): T {
  if (!result.ok) throw new Error(`refused: ${result.code}`);
  return result.value;
}

async function openCheckout(changes: Partial<CheckoutRequest> = {}) {
  const request = fixture.request(changes);
  return { ...request, ...unwrapValue(await fixture.provider.createCheckout(request)) };
}

const lookUpPayment = async (orderId: string) =>
  unwrapValue(await fixture.provider.lookup({ orderId }));
const requestLines = () => fixture.peer.requests.map(({ method, path }) => `${method} ${path}`);
const listPreferences = (orderId: string) =>
  [...fixture.peer.state.preferences.values()].filter(
    (preference) => preference.external_reference === orderId,
  );

describe('a checkout at Mercado Pago', () => {
  it('is created for Pix and cards in reais, with expiry and webhook address', async () => {
    const request = await openCheckout({ amount: 4590, title: 'é'.repeat(300) });
    const creationRequest = fixture.peer.requests.find(({ method }) => method === 'POST');
    expect(creationRequest?.headers).toMatchObject({
      authorization: `Bearer ${peerToken}`,
      'x-idempotency-key': request.orderId,
    });
    const { returnUrl } = request;
    expect(creationRequest?.body).toEqual({
      external_reference: request.orderId,
      items: [
        {
          id: 'GLD-7K3MQX',
          title: 'é'.repeat(256),
          quantity: 1,
          currency_id: 'BRL',
          unit_price: 45.9,
        },
      ],
      payer: { email: 'ana@example.com' },
      back_urls: { success: returnUrl, pending: returnUrl, failure: returnUrl },
      auto_return: 'approved',
      notification_url: expect.stringMatching(
        /\/api\/payments\/webhooks\/mercadopago\?source_news=webhooks$/,
      ),
      statement_descriptor: 'GLD-7K3MQX',
      payment_methods: {
        excluded_payment_types: [{ id: 'ticket' }, { id: 'atm' }, { id: 'digital_currency' }],
        installments: 12,
      },
      expires: true,
      expiration_date_to: '2026-11-20T13:00:00.000+00:00',
      date_of_expiration: '2026-11-20T13:00:00.000+00:00',
    });
    expect(request.checkoutUrl).toMatch(/^https:\/\/www\.mercadopago\.com\.br\/checkout\//);
    expect((await lookUpPayment(request.orderId)).amount).toBe(4590);
  });

  it('gets the minimum lifetime for its Pix code, and no payer when the payer is unknown', async () => {
    await openCheckout({ payer: {}, expiresAt: new Date(fixture.clock.now().getTime() + 60_000) });
    const creationRequest = fixture.peer.requests.find(({ method }) => method === 'POST');
    expect(creationRequest?.body).toMatchObject({
      expiration_date_to: '2026-11-20T12:01:00.000+00:00',
      date_of_expiration: '2026-11-20T12:30:00.000+00:00',
    });
    expect(creationRequest?.body).not.toHaveProperty('payer');
  });

  it('is found again when the answer was lost', async () => {
    const request = fixture.request();
    fixture.peer.script('POST /checkout/preferences', 'answer_lost');
    expect(await fixture.provider.createCheckout(request)).toMatchObject({
      code: 'payment_unavailable',
    });
    const repeatedCheckout = unwrapValue(await fixture.provider.createCheckout(request));
    expect(listPreferences(request.orderId).map(({ id }) => id)).toEqual([
      repeatedCheckout.providerCheckoutId,
    ]);
  });

  it('exists twice when two processes create it before the search finds it; both are counted and closed', async () => {
    fixture.peer.state.settings.indexDelayMs = 5_000;
    const request = fixture.request();
    const otherProvider = fixture.providerAt(fixture.peer.baseUrl);
    const createdCheckouts = await Promise.all([
      fixture.provider.createCheckout(request),
      otherProvider.createCheckout(request),
    ]);
    const ids = createdCheckouts.map(
      (createdCheckout) => unwrapValue(createdCheckout).providerCheckoutId,
    );
    expect(new Set(ids).size).toBe(2);
    fixture.clock.advance(5_000);
    for (const id of ids) fixture.peer.state.pay(id, 'pix');
    fixture.clock.advance(5_000);
    const { orderId } = request;
    expect(await lookUpPayment(orderId)).toMatchObject({
      status: 'paid',
      amount: 4990,
      amountPaid: 9980,
    });
    const [repeatedCheckout, thirdCheckout] = [
      await openCheckout(request),
      unwrapValue(await otherProvider.createCheckout(request)),
    ];
    expect(thirdCheckout.providerCheckoutId).toBe(repeatedCheckout.providerCheckoutId);
    unwrapValue(await fixture.provider.expire({ orderId }));
    for (const preference of listPreferences(orderId))
      expect(fixture.peer.state.isOpen(preference)).toBe(false);
  });

  it('is found by merchant orders when the search lags behind', async () => {
    const { orderId, providerCheckoutId } = await openCheckout();
    fixture.peer.state.settings.indexDelayMs = 60_000;
    expect(await fixture.provider.lookup({ orderId })).toMatchObject({ code: 'not_found' });
    expect(await fixture.provider.lookup({ orderId, providerCheckoutId })).toMatchObject({
      ok: true,
    });
    const { id } = fixture.peer.state.pay(providerCheckoutId, 'card');
    expect(
      unwrapValue(await fixture.provider.lookup({ providerPaymentId: String(id) })),
    ).toMatchObject({
      ...{ orderId, providerCheckoutId, status: 'paid', amountPaid: 4990, method: 'card' },
    });
  });

  it('that no search finds yet is unavailable and not missing, because a payment of it exists', async () => {
    const { orderId, providerCheckoutId } = await openCheckout();
    fixture.peer.state.settings.indexDelayMs = 60_000;
    const { id } = fixture.peer.state.pay(providerCheckoutId, 'pix');
    const ref = { providerPaymentId: String(id) };
    const emptySearch = { status: 200, body: { elements: [] } };
    fixture.peer.script('GET /merchant_orders/search', emptySearch, emptySearch);
    fixture.peer.script('GET /merchant_orders/4', mercadoPagoError(404, 'not_found'));
    expect(await fixture.provider.lookup(ref)).toMatchObject({ code: 'payment_unavailable' });
    const payment = await fetchPayment(id);
    const foreignPayment = { ...payment, external_reference: 'pedido 17 de outra loja' };
    fixture.peer.script(`GET /v1/payments/${id}`, { status: 200, body: foreignPayment });
    expect(await fixture.provider.lookup(ref)).toMatchObject({ code: 'not_found' });
    expect(await fixture.provider.lookup(ref)).toMatchObject({
      value: { orderId, status: 'paid' },
    });
  });

  it('is looked up by order id when its own id is unknown, and never by an invalid id', async () => {
    const { orderId } = await openCheckout();
    const unknownReference = { orderId, providerCheckoutId: 'chk_of_another_provider' };
    expect(await fixture.provider.lookup(unknownReference)).toMatchObject({ value: { orderId } });
    fixture.peer.requests.length = 0;
    for (const id of ['..', '../../users/me', '', 'abc', '1'.repeat(21)]) {
      expect(await fixture.provider.lookup({ providerPaymentId: id })).toMatchObject({
        code: 'not_found',
      });
      const refund = { orderId, providerPaymentId: id, amount: 1, idempotencyKey: 'k' };
      expect(await fixture.provider.refund(refund)).toMatchObject({ code: 'not_found' });
    }
    for (const id of ['..', '../search', 'a b']) {
      expect(await fixture.provider.lookup({ providerCheckoutId: id })).toMatchObject({
        code: 'not_found',
      });
    }
    expect(requestLines()).toEqual([]);
  });
});

describe('the search of Mercado Pago', () => {
  it('is trusted about which payments exist, not about their status', async () => {
    const { orderId, providerCheckoutId } = await openCheckout();
    const { id } = fixture.peer.state.start(providerCheckoutId, 'pix');
    const results = [await fetchPayment(id)];
    fixture.peer.state.approve(id);
    fixture.peer.script('GET /v1/payments/search', { status: 200, body: { results } });
    expect(await lookUpPayment(orderId)).toMatchObject({ status: 'paid', amountPaid: 4990 });
  });
});

describe('closing a checkout at Mercado Pago', () => {
  it('cancels pending payments and reports the checkout as expired', async () => {
    const { orderId, providerCheckoutId } = await openCheckout();
    const [pix, card] = [
      fixture.peer.state.start(providerCheckoutId, 'pix'),
      fixture.peer.state.start(providerCheckoutId, 'card', 'in_process'),
    ];
    expect(await lookUpPayment(orderId)).toMatchObject({
      status: 'pending',
      providerPaymentId: null,
    });
    expect(unwrapValue(await fixture.provider.expire({ orderId }))).toMatchObject({
      status: 'expired',
      amountPaid: 0,
    });
    expect([pix.status, card.status]).toEqual(['cancelled', 'cancelled']);
    fixture.peer.requests.length = 0;
    unwrapValue(await fixture.provider.expire({ orderId, providerCheckoutId }));
    expect(requestLines().filter((requestLine) => requestLine.startsWith('PUT'))).toEqual([]);
  });

  it('reports a payment that arrived first, and one that cannot be cancelled', async () => {
    const firstCheckout = await openCheckout();
    const pixPayment = fixture.peer.state.start(firstCheckout.providerCheckoutId, 'pix');
    fixture.peer.script(`PUT /v1/payments/${pixPayment.id}`, mercadoPagoError(400, 2018));
    fixture.peer.script(`GET /v1/payments/${pixPayment.id}`, {
      status: 200,
      body: { ...(await fetchPayment(pixPayment.id)), status: 'pending' },
    });
    fixture.peer.state.approve(pixPayment.id);
    expect(unwrapValue(await fixture.provider.expire(firstCheckout))).toMatchObject({
      status: 'paid',
      amountPaid: 4990,
    });
    const secondCheckout = await openCheckout();
    fixture.peer.state.settings.refusesCancellation = true;
    const latePayment = fixture.peer.state.start(secondCheckout.providerCheckoutId, 'pix');
    expect(unwrapValue(await fixture.provider.expire(secondCheckout)).status).toBe('pending');
    fixture.peer.state.approve(latePayment.id);
    expect(await lookUpPayment(secondCheckout.orderId)).toMatchObject({
      status: 'paid',
      amountPaid: 4990,
    });
  });

  it('leaves the checkout open when Mercado Pago refuses to close it, and is unavailable on failure', async () => {
    const checkout = await openCheckout();
    fixture.peer.script(
      'PUT /checkout/preferences',
      mercadoPagoError(400, 'invalid_expiration_date_to'),
    );
    expect(unwrapValue(await fixture.provider.expire(checkout)).status).toBe('pending');
    fixture.peer.script('PUT /checkout/preferences', mercadoPagoError(503, 'internal_error'));
    expect(await fixture.provider.expire(checkout)).toMatchObject({ code: 'payment_unavailable' });
    expect(unwrapValue(await fixture.provider.expire(checkout)).status).toBe('expired');
  });
});

/** Fetches a payment from the peer, a fake server that answers as Mercado Pago's API does. */
async function fetchPayment(mercadoPagoId: number): Promise<object> {
  const headers = { authorization: `Bearer ${peerToken}` };
  const answer = await fetch(`${fixture.peer.baseUrl}/v1/payments/${mercadoPagoId}`, { headers });
  return (await answer.json()) as object;
}

describe('calls to Mercado Pago', () => {
  it('share one time limit', async () => {
    const timeouts: { ms: number; controller: AbortController }[] = [];
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      const controller = new AbortController();
      timeouts.push({ ms, controller });
      return controller.signal;
    });
    fixture.peer.script('GET /merchant_orders/search', 'silent');
    const pendingLookup = fixture.provider.lookup({ orderId: fixture.request().orderId });
    await expect.poll(requestLines).toContain('GET /merchant_orders/search');
    expect(new Set(timeouts.map(({ ms }) => ms))).toEqual(new Set([PROVIDER_TIMEOUT_MS]));
    timeouts[0]?.controller.abort();
    expect(await pendingLookup).toMatchObject({ code: 'payment_unavailable' });
  });

  it('that fail are logged without payers, keys, ids or bodies', async () => {
    const { orderId, providerCheckoutId } = await openCheckout();
    const { id } = fixture.peer.state.pay(providerCheckoutId, 'pix');
    fixture.warnings.length = 0;
    const body = { message: 'ana@example.com', error: 'internal', status: 500 };
    fixture.peer.script('GET /v1/payments', { status: 500, body }, { status: 429, body });
    fixture.peer.script('GET /checkout', { status: 400, body: { ...body, error: 'odd' } });
    for (const ref of [{ providerPaymentId: String(id) }, { orderId }, { orderId }]) {
      await fixture.provider.lookup(ref);
    }
    expect(fixture.warnings.length).toBeGreaterThan(2);
    const loggedText = JSON.stringify(fixture.warnings);
    expect(loggedText).toContain('"call":"GET payments/search"');
    for (const secret of [peerToken, 'ana@', orderId, String(id), providerCheckoutId]) {
      expect(loggedText).not.toContain(secret);
    }
  });
});
