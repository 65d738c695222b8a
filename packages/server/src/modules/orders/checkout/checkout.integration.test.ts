import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createOrdersFixture,
  type OrdersFixture,
} from '../../../../test/fixtures/modules/money/orders-fixture.ts';
import type { Person } from '../../../platform/actor.ts';
import { systemIds } from '../../../ports/ids.ts';
import { startCheckout } from './checkout.ts';

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

const requestCheckout = (person: Person | null, serviceId: unknown, idempotencyKey?: string) =>
  fixture.call(
    person,
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
    const checkoutRequests: unknown[] = [];
    const createRealCheckout = fixture.provider.createCheckout;
    fixture.provider.createCheckout = (request) => {
      checkoutRequests.push(request);
      return createRealCheckout(request);
    };
    const service = await fixture.service(seller);
    const { payment } = (await requestCheckout(buyer, service.id, createIdempotencyKey())).json();
    fixture.provider.createCheckout = createRealCheckout;
    expect(checkoutRequests).toEqual([
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
    const idempotencyKey = createIdempotencyKey();
    const firstResponse = await requestCheckout(buyer, service.id, idempotencyKey);
    await fixture.pool.query(
      `UPDATE services SET price = 1, title = 'Outro', status = 'paused' WHERE id = $1`,
      [service.id],
    );
    const secondResponse = await requestCheckout(buyer, service.id, idempotencyKey);
    expect(secondResponse.statusCode).toBe(201);
    expect(secondResponse.json()).toEqual(firstResponse.json());
    expect(await ordersOf(service.id)).toHaveLength(1);
  });

  it('gives the same payment for the key after it was paid, cancelled or refunded', async () => {
    for (const status of ['complete', 'cancelled', 'refunded'] as const) {
      const order = await fixture.order(status, { buyer, seller });
      const repeatedResponse = await requestCheckout(buyer, order.serviceId, order.idempotencyKey);
      expect(repeatedResponse.statusCode).toBe(201);
      expect(repeatedResponse.json().payment).toMatchObject({
        id: order.id,
        serviceStatus: status,
        checkoutUrl: null,
      });
      expect(repeatedResponse.json().checkoutUrl).toBe(order.checkoutUrl);
    }
  });

  it('refuses a key that was used for another service, and separates keys of two buyers', async () => {
    const firstService = await fixture.service(seller);
    const secondService = await fixture.service(seller);
    const idempotencyKey = createIdempotencyKey();
    await requestCheckout(buyer, firstService.id, idempotencyKey);
    const refusedResponse = await requestCheckout(buyer, secondService.id, idempotencyKey);
    expect(refusedResponse.statusCode).toBe(409);
    expect(refusedResponse.json().code).toBe('idempotency_mismatch');
    const otherBuyer = await fixture.person();
    expect((await requestCheckout(otherBuyer, secondService.id, idempotencyKey)).statusCode).toBe(
      201,
    );
  });

  it('lets a buyer order the same service twice with two keys', async () => {
    const service = await fixture.service(seller);
    expect((await requestCheckout(buyer, service.id, createIdempotencyKey())).statusCode).toBe(201);
    expect((await requestCheckout(buyer, service.id, createIdempotencyKey())).statusCode).toBe(201);
    expect(await ordersOf(service.id)).toHaveLength(2);
  });

  it('skips the payment of a free service', async () => {
    const service = await fixture.service(seller, { price: 0 });
    const callsBefore = fixture.provider.calls.createCheckout;
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
    expect(fixture.provider.calls.createCheckout).toBe(callsBefore);
  });

  it('refuses services that may not be bought', async () => {
    const ownService = await fixture.service(buyer);
    const pausedService = await fixture.service(seller, { status: 'paused' });
    const adultService = await fixture.service(seller, { adult: true, category: 'nudez' });
    const removedService = await fixture.service(seller, { deletedAt: new Date() });
    const hiddenService = await fixture.service(seller, { hiddenAt: new Date() });
    const refusals = [
      [ownService.id, 403, 'own_service', 'Você não pode comprar o próprio serviço.'],
      [
        pausedService.id,
        409,
        'service_unavailable',
        'Este serviço não está disponível no momento.',
      ],
      [adultService.id, 403, 'adults_only', 'Conteúdo disponível apenas para maiores de 18 anos.'],
      [removedService.id, 404, 'service_not_found', 'Serviço não encontrado.'],
      [hiddenService.id, 404, 'service_not_found', 'Serviço não encontrado.'],
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
    const loneBuyer = await fixture.person();
    const idempotencyKey = createIdempotencyKey();
    fixture.provider.down = true;
    const failedResponse = await requestCheckout(loneBuyer, service.id, idempotencyKey);
    expect(failedResponse.statusCode).toBe(503);
    expect(failedResponse.json().code).toBe('payment_unavailable');
    expect(failedResponse.headers['retry-after']).toBeDefined();
    for (const role of ['buyer', 'seller']) {
      const person = role === 'buyer' ? loneBuyer : seller;
      const listAnswer = await fixture.call(person, 'GET', `/api/payments?role=${role}&limit=50`);
      const listedOrders = listAnswer
        .json()
        .payments.filter((payment: { serviceId: string }) => payment.serviceId === service.id);
      expect(listedOrders).toEqual([]);
    }
    const [row] = await ordersOf(service.id);
    expect((await fixture.call(loneBuyer, 'GET', `/api/payments/${row.id}`)).statusCode).toBe(404);

    fixture.provider.down = false;
    const completedResponse = await requestCheckout(loneBuyer, service.id, idempotencyKey);
    expect(completedResponse.statusCode).toBe(201);
    expect(completedResponse.json().payment.id).toBe(row.id);
    expect(await ordersOf(service.id)).toHaveLength(1);
  });

  it('counts an order without a checkout once towards the limit of placed orders', async () => {
    const { id: serviceId } = await fixture.service(seller);
    const checkOut = startCheckout(fixture.deps);
    fixture.provider.down = true;
    const firstOrder = { serviceId, idempotencyKey: createIdempotencyKey() };
    const refusal = { ok: false, code: 'payment_unavailable' };
    expect(await checkOut(buyer, firstOrder)).toEqual({ ...refusal, counted: true });
    expect(await checkOut(buyer, firstOrder)).toEqual(refusal);
    const secondOrder = { serviceId, idempotencyKey: createIdempotencyKey() };
    expect(await checkOut(buyer, secondOrder)).toEqual({ ...refusal, counted: true });
    expect(await ordersOf(serviceId)).toHaveLength(2);
  });

  it('may have created the checkout before a crash: the retry finds the same one', async () => {
    const service = await fixture.service(seller);
    const idempotencyKey = createIdempotencyKey();
    const firstAnswer = (await requestCheckout(buyer, service.id, idempotencyKey)).json();
    await fixture.pool.query(
      'UPDATE payments SET checkout_url = NULL, provider_checkout_id = NULL WHERE id = $1',
      [firstAnswer.payment.id],
    );
    const secondAnswer = (await requestCheckout(buyer, service.id, idempotencyKey)).json();
    expect(secondAnswer).toEqual(firstAnswer);
  });
});
