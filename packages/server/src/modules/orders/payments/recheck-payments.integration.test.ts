import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildPaidOrder, buildService } from '../../../../test/fixtures/data/builders.ts';
import {
  createOrdersFixture,
  type OrdersFixture,
} from '../../../../test/fixtures/modules/money/orders-fixture.ts';
import type { Person } from '../../../platform/actor.ts';
import { lockOrder } from '../order-store.ts';

let fixture: OrdersFixture;
let buyer: Person;
let seller: Person;
beforeAll(async () => {
  fixture = await createOrdersFixture();
  buyer = await fixture.person();
  seller = await fixture.person();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  fixture.provider.down = false;
  fixture.warnings.length = 0;
  await fixture.pool.query('UPDATE payments SET ask_at = NULL');
});

const passMinute = async () => {
  fixture.provider.calls.lookup = 0;
  await fixture.deps.enqueue(fixture.database.db, 'orders.ask_again', {});
  await fixture.jobs.runUntilIdle();
  return fixture.provider.calls.lookup;
};
const backdateColumn = (id: string, column: 'ask_at' | 'created_at', ago: string) =>
  fixture.pool.query(`UPDATE payments SET ${column} = now() - $2::interval WHERE id = $1`, [
    id,
    ago,
  ]);
/** Rounded hours until the next lookup; null for never. */
const hoursUntilLookup = async (id: string): Promise<number | null> => {
  const hoursSql = 'round(extract(epoch FROM ask_at - now()) / 3600)::integer';
  const { rows } = await fixture.pool.query(`SELECT ${hoursSql} AS h FROM payments WHERE id = $1`, [
    id,
  ]);
  return rows[0].h;
};

describe('an order whose webhooks get lost', () => {
  it('is looked up a day after it was placed', async () => {
    const order = await fixture.order('awaiting_start', { buyer, seller });
    expect(await hoursUntilLookup(order.id)).toBe(24);
  });

  it.each([
    ['awaiting_start', 'refunded'],
    ['complete', 'complete'],
  ] as const)('is found charged back in %s, once a day', async (status, expectedStatus) => {
    const { id } = await fixture.order(status, { buyer, seller });
    fixture.provider.returnMoney(id);
    expect(await passMinute()).toBe(0);
    await backdateColumn(id, 'ask_at', '1 minute');
    expect(await passMinute()).toBe(1);
    expect(await fixture.orderOf(id)).toMatchObject({
      serviceStatus: expectedStatus,
      amountRefunded: 4990,
    });
    expect(fixture.warnings).toHaveLength(status === 'complete' ? 1 : 0);
    expect(await hoursUntilLookup(id)).toBe(24);
    expect(await passMinute()).toBe(0);
  });

  it('refunds what was paid after it ended', async () => {
    const { id } = await fixture.order('cancelled', { buyer, seller });
    fixture.provider.pay(id);
    await backdateColumn(id, 'ask_at', '1 minute');
    await passMinute();
    expect(await fixture.refundsOf(id)).toMatchObject([{ amount: 4990, status: 'succeeded' }]);
  });
});

describe('an order whose lookup fails', () => {
  it('does not hold up the others, and is logged', async () => {
    const { lookup } = fixture.provider;
    const orderIds = [];
    for (let n = 0; n < 5; n += 1) {
      const { id } = await fixture.order('awaiting_start', { buyer, seller });
      fixture.provider.returnMoney(id);
      await backdateColumn(id, 'ask_at', `${5 - n} minutes`);
      orderIds.push(id);
    }
    const [brokenId, ...otherIds] = orderIds;
    fixture.provider.lookup = (ref) =>
      ref.orderId === brokenId ? Promise.reject(new Error('a bug in an adapter')) : lookup(ref);
    expect(await passMinute()).toBe(4);
    fixture.provider.lookup = lookup;
    for (const id of otherIds) expect((await fixture.orderOf(id)).serviceStatus).toBe('refunded');
    expect(fixture.warnings).toEqual([
      {
        fields: { err: expect.any(Error), payment: brokenId },
        message: 'looking up a payment failed',
      },
    ]);
    expect(await hoursUntilLookup(brokenId ?? '')).toBe(24);
  });
});

describe('the recheck looks nothing up', () => {
  it('for an order that is locked, without holding up the others', async () => {
    const [held, free] = [
      await fixture.order('awaiting_start', { buyer, seller }),
      await fixture.order('awaiting_start', { buyer, seller }),
    ];
    for (const { id } of [held, free]) await backdateColumn(id, 'ask_at', '1 minute');
    await fixture.database.transaction(async (tx) => {
      await lockOrder(tx, held.id);
      expect(await passMinute()).toBe(1);
    });
    expect(await Promise.all([held, free].map(({ id }) => hoursUntilLookup(id)))).toEqual([0, 24]);
  });

  it('for more than five orders a minute without a backlog, the longest waiting first', async () => {
    const orderIds = [];
    for (let n = 0; n < 7; n += 1) {
      const { id } = await fixture.order('awaiting_start', { buyer, seller });
      await backdateColumn(id, 'ask_at', `${n} minutes`);
      orderIds.push(id);
    }
    expect(await passMinute()).toBe(5);
    expect(await Promise.all(orderIds.map(hoursUntilLookup))).toEqual([0, 0, 24, 24, 24, 24, 24]);
    expect(await passMinute()).toBe(2);
  });

  it('for more than a sixtieth of a backlog, paid orders first', async () => {
    const { id } = await fixture.order('awaiting_start', { buyer, seller });
    await backdateColumn(id, 'ask_at', '1 minute');
    const serviceId = await buildService(fixture.pool, seller.uid);
    const people = { service: serviceId, buyer: buyer.uid, seller: seller.uid };
    const unpaidOrder = { service_status: 'cancelled', paid_at: null };
    const unpaidId = await buildPaidOrder(fixture.pool, people, unpaidOrder);
    await backdateColumn(unpaidId, 'ask_at', '1 hour');
    // The provider does not know these orders, so they are not looked up.
    await fixture.pool.query(
      `INSERT INTO payments SELECT (jsonb_populate_record(p, jsonb_build_object(
         'id', gen_random_uuid(), 'purchase_code', 'X' || n, 'idempotency_key', n))).*
       FROM payments p, generate_series(1, 478) n WHERE id = $1`,
      [unpaidId],
    );
    expect(await passMinute()).toBe(1);
    expect(await hoursUntilLookup(id)).toBe(24);
    const { rows } = await fixture.pool.query(
      'SELECT count(*)::integer AS due FROM payments WHERE ask_at <= now()',
    );
    expect(rows).toEqual([{ due: 472 }]);
  });

  it('for more than five orders while the provider does not answer, also with a backlog', async () => {
    for (let n = 0; n < 6; n += 1) {
      const { id } = await fixture.order('awaiting_start', { buyer, seller });
      await backdateColumn(id, 'ask_at', '1 minute');
    }
    const serviceId = await buildService(fixture.pool, seller.uid);
    const people = { service: serviceId, buyer: buyer.uid, seller: seller.uid };
    for (let n = 0; n < 420; n += 1)
      await buildPaidOrder(fixture.pool, people, { service_status: 'cancelled', paid_at: null });
    await fixture.pool.query(
      `UPDATE payments SET ask_at = now() WHERE provider_checkout_id IS NULL`,
    );
    fixture.provider.down = true;
    expect(await passMinute()).toBe(5);
    fixture.provider.down = false;
    expect(await passMinute()).toBe(1);
  });

  it('after 180 days for paid orders and after three days for unpaid ones', async () => {
    const paidOrder = await fixture.order('complete', { buyer, seller });
    const unpaidOrder = await fixture.order('cancelled', { buyer, seller });
    const freeOrder = await fixture.order('awaiting_start', { buyer, seller, price: 0 });
    await backdateColumn(freeOrder.id, 'ask_at', '1 minute');
    for (const [order, age] of [
      [paidOrder, '179 days'],
      [unpaidOrder, '2 days'],
    ] as const) {
      await backdateColumn(order.id, 'created_at', age);
      await backdateColumn(order.id, 'ask_at', '1 minute');
    }
    expect(await passMinute()).toBe(2);
    expect(
      await Promise.all([paidOrder, unpaidOrder, freeOrder].map(({ id }) => hoursUntilLookup(id))),
    ).toEqual([24, 24, null]);
    for (const [order, age] of [
      [paidOrder, '181 days'],
      [unpaidOrder, '4 days'],
    ] as const) {
      await backdateColumn(order.id, 'created_at', age);
      await backdateColumn(order.id, 'ask_at', '1 minute');
    }
    expect(await passMinute()).toBe(2);
    expect(
      await Promise.all([paidOrder, unpaidOrder].map(({ id }) => hoursUntilLookup(id))),
    ).toEqual([null, null]);
  });

  it('for an order of another provider, and retries the next day when the provider does not answer', async () => {
    const formerOrder = await fixture.order('awaiting_start', { buyer, seller });
    await fixture.pool.query(`UPDATE payments SET provider = 'former' WHERE id = $1`, [
      formerOrder.id,
    ]);
    const { id } = await fixture.order('awaiting_start', { buyer, seller });
    for (const orderId of [id, formerOrder.id]) await backdateColumn(orderId, 'ask_at', '1 minute');
    fixture.provider.down = true;
    expect(await passMinute()).toBe(1);
    expect(await Promise.all([id, formerOrder.id].map(hoursUntilLookup))).toEqual([24, 24]);
  });
});
