import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createOrdersFixture,
  type OrdersFixture,
  successOf,
} from '../../../../test/fixtures/modules/money/orders-fixture.ts';
import { holdTransaction } from '../../../../test/fixtures/server/hold-transaction.ts';
import type { Person } from '../../../platform/actor.ts';
import { systemIds } from '../../../ports/ids.ts';

let fixture: OrdersFixture;
let buyer: Person;
let seller: Person;
beforeAll(async () => {
  fixture = await createOrdersFixture();
  buyer = await fixture.person();
  seller = await fixture.person();
});
afterAll(() => fixture.close());
beforeEach(() => {
  fixture.provider.down = false;
});

const createIdempotencyKey = () => systemIds.uuid();

const requestCheckout = (serviceId: string, idempotencyKey: string) =>
  fixture.call(
    buyer,
    'POST',
    '/api/payments/checkout',
    { serviceId },
    { 'idempotency-key': idempotencyKey },
  );

const ordersOf = async (serviceId: string) => {
  const { rows } = await fixture.pool.query('SELECT id FROM payments WHERE service_id = $1', [
    serviceId,
  ]);
  return rows;
};

describe('simultaneous checkouts', () => {
  const countStatuses = async (answers: Promise<{ statusCode: number }>[]) => {
    const counts: Record<number, number> = {};
    for (const { statusCode } of await Promise.all(answers)) {
      counts[statusCode] = (counts[statusCode] ?? 0) + 1;
    }
    return counts;
  };

  it.each([4990, 0])('100 identical ones of %i centavos make one order', async (price) => {
    const service = await fixture.service(seller, { price });
    const idempotencyKey = createIdempotencyKey();
    const checkoutsBefore = fixture.provider.countCheckouts();
    const answers = Array.from({ length: 100 }, () => requestCheckout(service.id, idempotencyKey));
    expect(await countStatuses(answers)).toEqual({ 201: 100 });
    const bodies = new Set((await Promise.all(answers)).map((answer) => answer.body));
    expect(bodies.size).toBe(1);
    expect(await ordersOf(service.id)).toHaveLength(1);
    expect(fixture.provider.countCheckouts() - checkoutsBefore).toBe(price === 0 ? 0 : 1);
  });

  it('with one key for two services order one of them', async () => {
    const firstService = await fixture.service(seller);
    const secondService = await fixture.service(seller);
    const idempotencyKey = createIdempotencyKey();
    const answers = Array.from({ length: 40 }, (_, n) =>
      requestCheckout(n % 2 === 0 ? firstService.id : secondService.id, idempotencyKey),
    );
    expect(await countStatuses(answers)).toEqual({ 201: 20, 409: 20 });
    const placedOrders = [
      ...(await ordersOf(firstService.id)),
      ...(await ordersOf(secondService.id)),
    ];
    expect(placedOrders).toHaveLength(1);
  });

  it('through a failing provider all answer 503 and still make one order', async () => {
    const service = await fixture.service(seller);
    const idempotencyKey = createIdempotencyKey();
    fixture.provider.down = true;
    const failedRequests = Array.from({ length: 20 }, () =>
      requestCheckout(service.id, idempotencyKey),
    );
    expect(await countStatuses(failedRequests)).toEqual({ 503: 20 });
    fixture.provider.down = false;
    expect((await requestCheckout(service.id, idempotencyKey)).statusCode).toBe(201);
    expect(await ordersOf(service.id)).toHaveLength(1);
  });
});

describe('a service that changes while it is bought', () => {
  /** Changes the service in a transaction that is committed only once a checkout waits for its lock. */
  async function changeServiceDuringCheckout(change: string, price = 4990) {
    const service = await fixture.service(seller, { price });
    await using editing = await holdTransaction(fixture.pool, [
      `UPDATE services SET ${change} WHERE id = $1`,
      [service.id],
    ]);
    const checkoutRequest = requestCheckout(service.id, createIdempotencyKey());
    await editing.waitForWaiters(1);
    await editing.commit();
    return { service, answer: await checkoutRequest };
  }

  it('is sold with the title and price after the change', async () => {
    const { answer } = await changeServiceDuringCheckout(`price = 9900, title = 'Aula dobrada'`);
    expect(answer.statusCode).toBe(201);
    expect(answer.json().payment).toMatchObject({ price: '99.00', productName: 'Aula dobrada' });
  });

  it('is sold for its new price when it becomes free or stops being free', async () => {
    const paidCheckout = await changeServiceDuringCheckout('price = 100', 0);
    expect(paidCheckout.answer.json()).toMatchObject({
      payment: { serviceStatus: 'awaiting_payment', price: '1.00' },
      checkoutUrl: expect.any(String),
    });
    const freeCheckout = await changeServiceDuringCheckout('price = 0');
    expect(freeCheckout.answer.json()).toMatchObject({
      payment: { serviceStatus: 'awaiting_start', price: '0.00' },
      checkoutUrl: null,
    });
  });

  it.each([
    [`status = 'paused'`, 409],
    ['deleted_at = now()', 404],
    ['hidden_at = now()', 404],
    ['adult = true', 403],
  ])('is not sold after %s', async (change, status) => {
    const { service, answer } = await changeServiceDuringCheckout(change);
    expect(answer.statusCode).toBe(status);
    expect(await ordersOf(service.id)).toEqual([]);
  });
});

describe('a pack', () => {
  it('is copied to its order as it is at that moment', async () => {
    const service = await fixture.service(seller, { type: 'media' });
    const addPackFile = async (position: number, isRemoved: boolean) => {
      const { rows } = await fixture.pool.query(
        `INSERT INTO archives (id, owner_id, service_id, position, name, kind, type, size,
           ready_at, removed_at)
         VALUES (gen_random_uuid(), $1, $2, $3, 'a.png', 'PNG', 'image/png', 10,
           now(), CASE WHEN $4 THEN now() END) RETURNING id`,
        [seller.uid, service.id, position, isRemoved],
      );
      return rows[0].id as string;
    };
    const firstFileId = await addPackFile(0, false);
    await addPackFile(1, true);
    const { payment } = (await requestCheckout(service.id, createIdempotencyKey())).json();
    await addPackFile(2, false);
    const { rows } = await fixture.pool.query(
      'SELECT archive_id, position FROM order_archives WHERE payment_id = $1',
      [payment.id],
    );
    expect(rows).toEqual([{ archive_id: firstFileId, position: 0 }]);
  });
});

describe('a purchase code that is taken', () => {
  it('is replaced by another random code', async () => {
    let draws = 0;
    const fixtureWithRepeatedCodes = await createOrdersFixture({
      ids: {
        uuid: systemIds.uuid,
        // The first two draws give the same code, so the second order must draw another one.
        secret: (bytes) => {
          draws += 1;
          return draws < 3 ? Buffer.alloc(bytes, 5).toString('base64url') : systemIds.secret(bytes);
        },
      },
    });
    try {
      const [a, b] = [
        await fixtureWithRepeatedCodes.person(),
        await fixtureWithRepeatedCodes.person(),
      ];
      const service = await fixtureWithRepeatedCodes.service(a);
      const buy = async () =>
        successOf(
          await fixtureWithRepeatedCodes.buy(b, {
            serviceId: service.id,
            idempotencyKey: createIdempotencyKey(),
          }),
        ).payment;
      const firstOrder = await buy();
      const secondOrder = await buy();
      expect(firstOrder.purchaseCode).toBe('GLD-777777');
      expect(secondOrder.purchaseCode).not.toBe(firstOrder.purchaseCode);
      expect(draws).toBe(3);
    } finally {
      await fixtureWithRepeatedCodes.close();
    }
  });
});
