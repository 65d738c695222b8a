import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { refusal } from '../../../test/mercado-pago-peer/parts.ts';
import { peerToken } from '../../../test/mercado-pago-peer/peer.ts';
import { createMercadoPagoRig, type MercadoPagoRig } from '../../../test/mercado-pago-peer/rig.ts';
import type { Result } from '../../platform/result.ts';
import { type CheckoutRequest, PROVIDER_TIMEOUT_MS } from '../../ports/payment-provider.ts';

let rig: MercadoPagoRig;
beforeAll(async () => {
  rig = await createMercadoPagoRig();
});
afterAll(() => rig.close());
beforeEach(() => {
  Object.assign(rig.peer.world.ways, { indexDelayMs: 0, refundsAre: 'approved', stubborn: false });
  rig.peer.requests.length = 0;
});
afterEach(() => vi.restoreAllMocks());

function value<T>(result: Result<T, string>): T {
  if (!result.ok) throw new Error(`refused: ${result.code}`);
  return result.value;
}

async function open(over: Partial<CheckoutRequest> = {}) {
  const request = rig.request(over);
  return { ...request, ...value(await rig.provider.createCheckout(request)) };
}

const facts = async (orderId: string) => value(await rig.provider.lookup({ orderId }));
const asked = () => rig.peer.requests.map(({ method, path }) => `${method} ${path}`);
const preferencesOf = (orderId: string) =>
  [...rig.peer.world.preferences.values()].filter((each) => each.external_reference === orderId);

describe('a checkout at Mercado Pago', () => {
  it('asks for Pix and cards in reais, until its time is over, and for signed notifications', async () => {
    const request = await open({ amount: 4590, title: 'é'.repeat(300) });
    const made = rig.peer.requests.find(({ method }) => method === 'POST');
    expect(made?.headers).toMatchObject({
      authorization: `Bearer ${peerToken}`,
      'x-idempotency-key': request.orderId,
    });
    const { returnUrl } = request;
    expect(made?.body).toEqual({
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
    expect((await facts(request.orderId)).amount).toBe(4590);
  });

  it('gives a Pix code the time that it must have, and says nothing of an unknown payer', async () => {
    await open({ payer: {}, expiresAt: new Date(rig.clock.now().getTime() + 60_000) });
    const made = rig.peer.requests.find(({ method }) => method === 'POST');
    expect(made?.body).toMatchObject({
      expiration_date_to: '2026-11-20T12:01:00.000+00:00',
      date_of_expiration: '2026-11-20T12:30:00.000+00:00',
    });
    expect(made?.body).not.toHaveProperty('payer');
  });

  it('is found again when the answer was lost on the way', async () => {
    const request = rig.request();
    rig.peer.script('POST /checkout/preferences', 'unheard');
    expect(await rig.provider.createCheckout(request)).toMatchObject({
      code: 'payment_unavailable',
    });
    const again = value(await rig.provider.createCheckout(request));
    expect(preferencesOf(request.orderId).map(({ id }) => id)).toEqual([again.providerCheckoutId]);
  });

  it('may be two when two processes ask before the search knows; both count, both close', async () => {
    rig.peer.world.ways.indexDelayMs = 5_000;
    const request = rig.request();
    const other = rig.providerAt(rig.peer.baseUrl);
    const made = await Promise.all([
      rig.provider.createCheckout(request),
      other.createCheckout(request),
    ]);
    const ids = made.map((each) => value(each).providerCheckoutId);
    expect(new Set(ids).size).toBe(2);
    rig.clock.advance(5_000);
    for (const id of ids) rig.peer.world.pay(id, 'pix');
    rig.clock.advance(5_000);
    const { orderId } = request;
    expect(await facts(orderId)).toMatchObject({ status: 'paid', amount: 4990, amountPaid: 9980 });
    const [again, third] = [await open(request), value(await other.createCheckout(request))];
    expect(third.providerCheckoutId).toBe(again.providerCheckoutId);
    value(await rig.provider.expire({ orderId }));
    for (const each of preferencesOf(orderId)) expect(rig.peer.world.isOpen(each)).toBe(false);
  });

  it('takes orders of theirs for the search that is behind', async () => {
    const { orderId, providerCheckoutId } = await open();
    rig.peer.world.ways.indexDelayMs = 60_000;
    expect(await rig.provider.lookup({ orderId })).toMatchObject({ code: 'not_found' });
    expect(await rig.provider.lookup({ orderId, providerCheckoutId })).toMatchObject({ ok: true });
    const { id } = rig.peer.world.pay(providerCheckoutId, 'card');
    expect(value(await rig.provider.lookup({ providerPaymentId: String(id) }))).toMatchObject({
      ...{ orderId, providerCheckoutId, status: 'paid', amountPaid: 4990, method: 'card' },
    });
  });

  it('that no search knows yet is told again later, for a payment of ours is never nothing', async () => {
    const { orderId, providerCheckoutId } = await open();
    rig.peer.world.ways.indexDelayMs = 60_000;
    const { id } = rig.peer.world.pay(providerCheckoutId, 'pix');
    const ref = { providerPaymentId: String(id) };
    const nothing = { status: 200, body: { elements: [] } };
    rig.peer.script('GET /merchant_orders/search', nothing, nothing);
    rig.peer.script('GET /merchant_orders/4', refusal(404, 'not_found'));
    expect(await rig.provider.lookup(ref)).toMatchObject({ code: 'payment_unavailable' });
    const payment = await bodyOf(id);
    const foreign = { ...payment, external_reference: 'pedido 17 de outra loja' };
    rig.peer.script(`GET /v1/payments/${id}`, { status: 200, body: foreign });
    expect(await rig.provider.lookup(ref)).toMatchObject({ code: 'not_found' });
    expect(await rig.provider.lookup(ref)).toMatchObject({ value: { orderId, status: 'paid' } });
  });

  it('is looked for by order when its own id leads nowhere, and by nothing that is no id', async () => {
    const { orderId } = await open();
    const strange = { orderId, providerCheckoutId: 'chk_of_another_provider' };
    expect(await rig.provider.lookup(strange)).toMatchObject({ value: { orderId } });
    rig.peer.requests.length = 0;
    for (const id of ['..', '../../users/me', '', 'abc', '1'.repeat(21)]) {
      expect(await rig.provider.lookup({ providerPaymentId: id })).toMatchObject({
        code: 'not_found',
      });
      const refund = { orderId, providerPaymentId: id, amount: 1, idempotencyKey: 'k' };
      expect(await rig.provider.refund(refund)).toMatchObject({ code: 'not_found' });
    }
    for (const id of ['..', '../search', 'a b']) {
      expect(await rig.provider.lookup({ providerCheckoutId: id })).toMatchObject({
        code: 'not_found',
      });
    }
    expect(asked()).toEqual([]);
  });
});

describe('the search of Mercado Pago', () => {
  it('is believed about which payments there are, not about how they stand', async () => {
    const { orderId, providerCheckoutId } = await open();
    const { id } = rig.peer.world.start(providerCheckoutId, 'pix');
    const results = [await bodyOf(id)];
    rig.peer.world.approve(id);
    rig.peer.script('GET /v1/payments/search', { status: 200, body: { results } });
    expect(await facts(orderId)).toMatchObject({ status: 'paid', amountPaid: 4990 });
  });
});

describe('closing at Mercado Pago', () => {
  it('calls off what is being paid, and says so', async () => {
    const { orderId, providerCheckoutId } = await open();
    const [pix, card] = [
      rig.peer.world.start(providerCheckoutId, 'pix'),
      rig.peer.world.start(providerCheckoutId, 'card', 'in_process'),
    ];
    expect(await facts(orderId)).toMatchObject({ status: 'pending', providerPaymentId: null });
    expect(value(await rig.provider.expire({ orderId }))).toMatchObject({
      status: 'expired',
      amountPaid: 0,
    });
    expect([pix.status, card.status]).toEqual(['cancelled', 'cancelled']);
    rig.peer.requests.length = 0;
    value(await rig.provider.expire({ orderId, providerCheckoutId }));
    expect(asked().filter((each) => each.startsWith('PUT'))).toEqual([]);
  });

  it('tells a payment that came first, and one that will not be called off', async () => {
    const first = await open();
    const paid = rig.peer.world.start(first.providerCheckoutId, 'pix');
    rig.peer.script(`PUT /v1/payments/${paid.id}`, refusal(400, 2018));
    rig.peer.script(`GET /v1/payments/${paid.id}`, {
      status: 200,
      body: { ...(await bodyOf(paid.id)), status: 'pending' },
    });
    rig.peer.world.approve(paid.id);
    expect(value(await rig.provider.expire(first))).toMatchObject({
      status: 'paid',
      amountPaid: 4990,
    });
    const second = await open();
    rig.peer.world.ways.stubborn = true;
    const late = rig.peer.world.start(second.providerCheckoutId, 'pix');
    expect(value(await rig.provider.expire(second)).status).toBe('pending');
    rig.peer.world.approve(late.id);
    expect(await facts(second.orderId)).toMatchObject({ status: 'paid', amountPaid: 4990 });
  });

  it('is open still when they refuse to close it, and unavailable when they fail', async () => {
    const checkout = await open();
    rig.peer.script('PUT /checkout/preferences', refusal(400, 'invalid_expiration_date_to'));
    expect(value(await rig.provider.expire(checkout)).status).toBe('pending');
    rig.peer.script('PUT /checkout/preferences', refusal(503, 'internal_error'));
    expect(await rig.provider.expire(checkout)).toMatchObject({ code: 'payment_unavailable' });
    expect(value(await rig.provider.expire(checkout)).status).toBe('expired');
  });
});

/** A payment as the peer would tell it. */
async function bodyOf(id: number): Promise<object> {
  const headers = { authorization: `Bearer ${peerToken}` };
  const answer = await fetch(`${rig.peer.baseUrl}/v1/payments/${id}`, { headers });
  return (await answer.json()) as object;
}

describe('calls to Mercado Pago', () => {
  it('together take no longer than one may', async () => {
    const clocks: { ms: number; controller: AbortController }[] = [];
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      const controller = new AbortController();
      clocks.push({ ms, controller });
      return controller.signal;
    });
    rig.peer.script('GET /merchant_orders/search', 'silent');
    const looking = rig.provider.lookup({ orderId: rig.request().orderId });
    await expect.poll(asked).toContain('GET /merchant_orders/search');
    expect(new Set(clocks.map(({ ms }) => ms))).toEqual(new Set([PROVIDER_TIMEOUT_MS]));
    clocks[0]?.controller.abort();
    expect(await looking).toMatchObject({ code: 'payment_unavailable' });
  });

  it('that fail are told without payers, keys, ids or bodies', async () => {
    const { orderId, providerCheckoutId } = await open();
    const { id } = rig.peer.world.pay(providerCheckoutId, 'pix');
    rig.warnings.length = 0;
    const body = { message: 'ana@example.com', error: 'internal', status: 500 };
    rig.peer.script('GET /v1/payments', { status: 500, body }, { status: 429, body });
    rig.peer.script('GET /checkout', { status: 400, body: { ...body, error: 'odd' } });
    for (const ref of [{ providerPaymentId: String(id) }, { orderId }, { orderId }]) {
      await rig.provider.lookup(ref);
    }
    expect(rig.warnings.length).toBeGreaterThan(2);
    const told = JSON.stringify(rig.warnings);
    expect(told).toContain('"call":"GET payments/search"');
    for (const secret of [peerToken, 'ana@', orderId, String(id), providerCheckoutId]) {
      expect(told).not.toContain(secret);
    }
  });
});
