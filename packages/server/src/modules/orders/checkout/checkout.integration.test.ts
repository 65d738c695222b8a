import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createOrdersFixture,
  type OrdersFixture,
} from '../../../../test/fixtures/modules/money/orders-fixture.ts';
import type { Person } from '../../../platform/actor.ts';
import { systemIds } from '../../../ports/ids.ts';

let fixture: OrdersFixture;
let buyer: Person;
let seller: Person;
beforeAll(async () => {
  fixture = await createOrdersFixture();
  buyer = await fixture.person('user', 'Bia Compradora');
  seller = await fixture.person();
});
afterAll(() => fixture.close());
beforeEach(() => {
  fixture.provider.down = false;
});

const createIdempotencyKey = () => systemIds.uuid();

const requestCheckout = (who: Person | null, serviceId: unknown, idempotencyKey?: string) =>
  fixture.call(
    who,
    'POST',
    '/api/payments/checkout',
    { serviceId },
    idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey },
  );

const ordersOf = async (serviceId: string) => {
  const { rows } = await fixture.pool.query('SELECT * FROM payments WHERE service_id = $1', [
    serviceId,
  ]);
  return rows;
};

describe('POST /api/payments/checkout', () => {
  it('places an order at the current price and opens a checkout', async () => {
    const service = await fixture.service(seller, {
      price: 12345,
      title: 'Duo ranqueado',
    });
    const answer = await requestCheckout(buyer, service.id, createIdempotencyKey());
    expect(answer.statusCode).toBe(201);
    const { payment, checkoutUrl } = answer.json();
    expect(payment).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      purchaseCode: expect.stringMatching(/^GLD-[2-9A-Z]{6}$/),
      productName: 'Duo ranqueado',
      serviceId: service.id,
      type: 'call',
      price: '123.45',
      adult: false,
      photoURL: '/art/mira.webp',
      buyerId: buyer.uid,
      buyerName: 'Bia Compradora',
      buyerUsername: expect.any(String),
      buyerPhotoURL: null,
      buyerBadges: ['newbie'],
      sellerId: seller.uid,
      sellerName: expect.stringMatching(/^pessoa_/),
      sellerUsername: expect.any(String),
      sellerPhotoURL: null,
      sellerBadges: ['newbie'],
      serviceStatus: 'awaiting_payment',
      startedServiceAt: null,
      endedIt: null,
      reviewed: false,
      rating: null,
      checkoutUrl,
      steps: [{ status: 'awaiting_payment', at: expect.any(String), by: 'buyer' }],
      expiresAt: expect.any(String),
      startBy: null,
      packOpened: false,
      heldUntil: null,
      refundedAmount: '0.00',
      dispute: null,
      chargeback: null,
      createdAt: expect.any(String),
    });
    expect(checkoutUrl).toMatch(/^https:\/\/provider\.example\//);
    const row = await fixture.orderOf(payment.id);
    expect(row).toMatchObject({ price: 12345, provider: 'fake', paidAt: null });
    const minutes = (row.expiresAt.getTime() - row.createdAt.getTime()) / 60_000;
    expect(minutes).toBe(60);
  });

  it('sends the provider the order and the return address', async () => {
    const asked: unknown[] = [];
    const real = fixture.provider.createCheckout;
    fixture.provider.createCheckout = (request) => {
      asked.push(request);
      return real(request);
    };
    const service = await fixture.service(seller);
    const { payment } = (await requestCheckout(buyer, service.id, createIdempotencyKey())).json();
    fixture.provider.createCheckout = real;
    expect(asked).toEqual([
      {
        orderId: payment.id,
        reference: payment.purchaseCode,
        title: 'Aula de mira',
        sellerName: expect.stringContaining('pessoa_'),
        amount: 4990,
        payer: { email: expect.stringContaining('@pessoas.example'), name: 'Bia Compradora' },
        returnUrl: `https://guilda.example/success?payment=${payment.id}`,
        expiresAt: (await fixture.orderOf(payment.id)).expiresAt,
        idempotencyKey: payment.id,
      },
    ]);
  });

  it('answers the same key with the same body, also after the service changed', async () => {
    const service = await fixture.service(seller);
    const same = createIdempotencyKey();
    const first = await requestCheckout(buyer, service.id, same);
    await fixture.pool.query(
      `UPDATE services SET price = 1, title = 'Outro', status = 'paused' WHERE id = $1`,
      [service.id],
    );
    const second = await requestCheckout(buyer, service.id, same);
    expect(second.statusCode).toBe(201);
    expect(second.json()).toEqual(first.json());
    expect(await ordersOf(service.id)).toHaveLength(1);
  });

  it('gives the same payment for the key after it was paid, cancelled or refunded', async () => {
    for (const status of ['complete', 'cancelled', 'refunded'] as const) {
      const order = await fixture.order(status, { buyer, seller: seller });
      const again = await requestCheckout(buyer, order.serviceId, order.idempotencyKey);
      expect(again.statusCode).toBe(201);
      expect(again.json().payment).toMatchObject({
        id: order.id,
        serviceStatus: status,
        checkoutUrl: null,
      });
      expect(again.json().checkoutUrl).toBe(order.checkoutUrl);
    }
  });

  it('refuses a key that was used for another service, and separates keys of two buyers', async () => {
    const one = await fixture.service(seller);
    const other = await fixture.service(seller);
    const same = createIdempotencyKey();
    await requestCheckout(buyer, one.id, same);
    const refused = await requestCheckout(buyer, other.id, same);
    expect(refused.statusCode).toBe(409);
    expect(refused.json().code).toBe('idempotency_mismatch');
    const someone = await fixture.person();
    expect((await requestCheckout(someone, other.id, same)).statusCode).toBe(201);
  });

  it('lets a buyer order the same service twice with two keys', async () => {
    const service = await fixture.service(seller);
    expect((await requestCheckout(buyer, service.id, createIdempotencyKey())).statusCode).toBe(201);
    expect((await requestCheckout(buyer, service.id, createIdempotencyKey())).statusCode).toBe(201);
    expect(await ordersOf(service.id)).toHaveLength(2);
  });

  it('skips the payment of a free service', async () => {
    const service = await fixture.service(seller, { price: 0 });
    const calls = fixture.provider.calls.createCheckout;
    const answer = await requestCheckout(buyer, service.id, createIdempotencyKey());
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toMatchObject({
      checkoutUrl: null,
      payment: {
        price: '0.00',
        serviceStatus: 'awaiting_start',
        checkoutUrl: null,
        steps: [{ status: 'awaiting_start' }],
      },
    });
    const row = await fixture.orderOf(answer.json().payment.id);
    expect(row).toMatchObject({ provider: null, amountPaid: null });
    expect(row.paidAt).toEqual(row.createdAt);
    expect(fixture.provider.calls.createCheckout).toBe(calls);
  });

  it('refuses services that may not be bought', async () => {
    const mine = await fixture.service(buyer);
    const paused = await fixture.service(seller, { status: 'paused' });
    const adult = await fixture.service(seller, { adult: true, category: 'nudez' });
    const removed = await fixture.service(seller, { deletedAt: new Date() });
    const hidden = await fixture.service(seller, { hiddenAt: new Date() });
    const refusals = [
      [mine.id, 403, 'own_service', 'Você não pode comprar o próprio serviço.'],
      [paused.id, 409, 'service_unavailable', 'Este serviço não está disponível no momento.'],
      [adult.id, 403, 'adults_only', 'Conteúdo disponível apenas para maiores de 18 anos.'],
      [removed.id, 404, 'service_not_found', 'Serviço não encontrado.'],
      [hidden.id, 404, 'service_not_found', 'Serviço não encontrado.'],
      [systemIds.uuid(), 404, 'service_not_found', 'Serviço não encontrado.'],
      ['nonsense', 404, 'service_not_found', 'Serviço não encontrado.'],
    ] as const;
    for (const [id, status, code, error] of refusals) {
      const answer = await requestCheckout(buyer, id, createIdempotencyKey());
      expect(answer.statusCode, code).toBe(status);
      expect(answer.json()).toMatchObject({ code, error });
      expect(await ordersOf(id === 'nonsense' ? systemIds.uuid() : id)).toEqual([]);
    }
  });

  it('refuses visitors, missing keys and malformed bodies', async () => {
    const service = await fixture.service(seller);
    expect((await requestCheckout(null, service.id, createIdempotencyKey())).json().error).toBe(
      'Token não fornecido.',
    );
    expect((await requestCheckout(buyer, service.id)).statusCode).toBe(400);
    expect((await requestCheckout(buyer, service.id, 'com espaço')).statusCode).toBe(400);
    for (const id of [null, 7, ['a', 'b'], { $gt: '' }, 'a\0b', '\ud800']) {
      expect((await requestCheckout(buyer, id, createIdempotencyKey())).statusCode).toBe(400);
    }
    expect(await ordersOf(service.id)).toEqual([]);
  });

  it('takes no price from the client', async () => {
    const service = await fixture.service(seller);
    const answer = await fixture.call(
      buyer,
      'POST',
      '/api/payments/checkout',
      { serviceId: service.id, price: '0.01', amount: 1 },
      { 'idempotency-key': createIdempotencyKey() },
    );
    expect(answer.json().payment.price).toBe('49.90');
    expect((await fixture.orderOf(answer.json().payment.id)).price).toBe(4990);
  });
});

describe('a failing provider', () => {
  it('is answered with 503, lists no order, and the same key completes the order', async () => {
    const service = await fixture.service(seller);
    const lonely = await fixture.person();
    const same = createIdempotencyKey();
    fixture.provider.down = true;
    const failed = await requestCheckout(lonely, service.id, same);
    expect(failed.statusCode).toBe(503);
    expect(failed.json().code).toBe('payment_unavailable');
    expect(failed.headers['retry-after']).toBeDefined();
    for (const role of ['buyer', 'seller']) {
      const who = role === 'buyer' ? lonely : seller;
      const list = await fixture.call(who, 'GET', `/api/payments?role=${role}&limit=50`);
      const seen = list
        .json()
        .payments.filter((payment: { serviceId: string }) => payment.serviceId === service.id);
      expect(seen).toEqual([]);
    }
    const [row] = await ordersOf(service.id);
    expect((await fixture.call(lonely, 'GET', `/api/payments/${row.id}`)).statusCode).toBe(404);

    fixture.provider.down = false;
    const completed = await requestCheckout(lonely, service.id, same);
    expect(completed.statusCode).toBe(201);
    expect(completed.json().payment.id).toBe(row.id);
    expect(await ordersOf(service.id)).toHaveLength(1);
  });

  it('may have created the checkout before a crash: the retry finds the same one', async () => {
    const service = await fixture.service(seller);
    const same = createIdempotencyKey();
    const first = (await requestCheckout(buyer, service.id, same)).json();
    await fixture.pool.query(
      'UPDATE payments SET checkout_url = NULL, provider_checkout_id = NULL WHERE id = $1',
      [first.payment.id],
    );
    const second = (await requestCheckout(buyer, service.id, same)).json();
    expect(second).toEqual(first);
  });
});
