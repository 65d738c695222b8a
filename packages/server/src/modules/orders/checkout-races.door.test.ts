import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createOrdersRig, type OrdersRig, successOf } from '../../../test/orders-rig.ts';
import type { Person } from '../../platform/actor.ts';
import { systemIds } from '../../ports/ids.ts';

let rig: OrdersRig;
let buyer: Person;
let seller: Person;
beforeAll(async () => {
  rig = await createOrdersRig();
  buyer = await rig.person();
  seller = await rig.person();
});
afterAll(() => rig.close());
beforeEach(() => {
  rig.provider.down = false;
});

const key = () => systemIds.uuid();

const post = (serviceId: string, idempotencyKey: string) =>
  rig.call(
    buyer,
    'POST',
    '/api/payments/checkout',
    { serviceId },
    { 'idempotency-key': idempotencyKey },
  );

const ordersOf = async (serviceId: string) => {
  const { rows } = await rig.pool.query('SELECT id FROM payments WHERE service_id = $1', [
    serviceId,
  ]);
  return rows;
};

describe('simultaneous checkouts', () => {
  const statuses = async (answers: Promise<{ statusCode: number }>[]) => {
    const counts: Record<number, number> = {};
    for (const { statusCode } of await Promise.all(answers)) {
      counts[statusCode] = (counts[statusCode] ?? 0) + 1;
    }
    return counts;
  };

  it.each([4990, 0])('100 identical ones of %i centavos make one order', async (price) => {
    const service = await rig.service(seller, { price });
    const same = key();
    const checkouts = rig.provider.checkouts();
    const answers = Array.from({ length: 100 }, () => post(service.id, same));
    expect(await statuses(answers)).toEqual({ 201: 100 });
    const bodies = new Set((await Promise.all(answers)).map((answer) => answer.body));
    expect(bodies.size).toBe(1);
    expect(await ordersOf(service.id)).toHaveLength(1);
    expect(rig.provider.checkouts() - checkouts).toBe(price === 0 ? 0 : 1);
  });

  it('with one key for two services buy one of them', async () => {
    const one = await rig.service(seller);
    const other = await rig.service(seller);
    const same = key();
    const answers = Array.from({ length: 40 }, (_, n) =>
      post(n % 2 === 0 ? one.id : other.id, same),
    );
    expect(await statuses(answers)).toEqual({ 201: 20, 409: 20 });
    const made = [...(await ordersOf(one.id)), ...(await ordersOf(other.id))];
    expect(made).toHaveLength(1);
  });

  it('through a failing provider are all 503 and still one order', async () => {
    const service = await rig.service(seller);
    const same = key();
    rig.provider.down = true;
    const failing = Array.from({ length: 20 }, () => post(service.id, same));
    expect(await statuses(failing)).toEqual({ 503: 20 });
    rig.provider.down = false;
    expect((await post(service.id, same)).statusCode).toBe(201);
    expect(await ordersOf(service.id)).toHaveLength(1);
  });
});

describe('a purchase code that is taken', () => {
  it('is drawn again', async () => {
    let draws = 0;
    const unlucky = await createOrdersRig({
      ids: {
        uuid: systemIds.uuid,
        // The first two draws are always the same code.
        secret: (bytes) => {
          draws += 1;
          return draws < 3 ? Buffer.alloc(bytes, 5).toString('base64url') : systemIds.secret(bytes);
        },
      },
    });
    try {
      const [a, b] = [await unlucky.person(), await unlucky.person()];
      const service = await unlucky.service(a);
      const buy = async () =>
        successOf(await unlucky.buy(b, { serviceId: service.id, idempotencyKey: key() })).payment;
      const first = await buy();
      const second = await buy();
      expect(first.purchaseCode).toBe('GLD-777777');
      expect(second.purchaseCode).not.toBe(first.purchaseCode);
      expect(draws).toBe(3);
    } finally {
      await unlucky.close();
    }
  });
});
