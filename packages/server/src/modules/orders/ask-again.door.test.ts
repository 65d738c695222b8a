import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createOrdersRig, type OrdersRig } from '../../../test/orders-rig.ts';
import type { Person } from '../../platform/actor.ts';
import { holdPayment } from './payment-store.ts';

let rig: OrdersRig;
let buyer: Person;
let seller: Person;
beforeAll(async () => {
  rig = await createOrdersRig();
  buyer = await rig.person();
  seller = await rig.person();
});
afterAll(() => rig.close());
beforeEach(async () => {
  rig.provider.down = false;
  rig.warnings.length = 0;
  await rig.pool.query('UPDATE payments SET ask_at = NULL');
});

const minute = async () => {
  rig.provider.calls.lookup = 0;
  await rig.deps.enqueue(rig.database.db, 'orders.ask_again', {});
  await rig.jobs.runUntilIdle();
  return rig.provider.calls.lookup;
};
const set = (id: string, column: 'ask_at' | 'created_at', ago: string) =>
  rig.pool.query(`UPDATE payments SET ${column} = now() - $2::interval WHERE id = $1`, [id, ago]);
/** Hours until it is asked about, rounded; null for never. */
const dueIn = async (id: string): Promise<number | null> => {
  const hours = 'round(extract(epoch FROM ask_at - now()) / 3600)::integer';
  const { rows } = await rig.pool.query(`SELECT ${hours} AS h FROM payments WHERE id = $1`, [id]);
  return rows[0].h;
};

describe('an order whose notifications get lost', () => {
  it('is asked about a day after it was made', async () => {
    const order = await rig.order('awaiting_start', { buyer, seller });
    expect(await dueIn(order.id)).toBe(24);
  });

  it.each([
    ['awaiting_start', 'refunded'],
    ['complete', 'complete'],
  ] as const)('is found charged back in %s, once a day', async (status, becomes) => {
    const { id } = await rig.order(status, { buyer, seller });
    rig.provider.takeBack(id);
    expect(await minute()).toBe(0);
    await set(id, 'ask_at', '1 minute');
    expect(await minute()).toBe(1);
    expect(await rig.orderOf(id)).toMatchObject({ serviceStatus: becomes, amountRefunded: 4990 });
    expect(rig.warnings).toHaveLength(status === 'complete' ? 1 : 0);
    expect(await dueIn(id)).toBe(24);
    expect(await minute()).toBe(0);
  });

  it('gives back what was paid after it was over', async () => {
    const { id } = await rig.order('cancelled', { buyer, seller });
    rig.provider.pay(id);
    await set(id, 'ask_at', '1 minute');
    await minute();
    expect(await rig.refundsOf(id)).toMatchObject([{ amount: 4990, status: 'succeeded' }]);
  });
});

describe('an order that cannot be asked about', () => {
  it('takes no turn from the others, and is told', async () => {
    const { lookup } = rig.provider;
    const orders = [];
    for (let n = 0; n < 5; n += 1) {
      const { id } = await rig.order('awaiting_start', { buyer, seller });
      rig.provider.takeBack(id);
      await set(id, 'ask_at', `${5 - n} minutes`);
      orders.push(id);
    }
    const [broken, ...others] = orders;
    rig.provider.lookup = (ref) =>
      ref.orderId === broken ? Promise.reject(new Error('a bug in an adapter')) : lookup(ref);
    expect(await minute()).toBe(4);
    rig.provider.lookup = lookup;
    for (const id of others) expect((await rig.orderOf(id)).serviceStatus).toBe('refunded');
    expect(rig.warnings).toEqual([
      {
        fields: { err: expect.any(Error), payment: broken },
        message: 'asking about a payment failed',
      },
    ]);
    expect(await dueIn(broken ?? '')).toBe(24);
  });
});

describe('nobody is asked', () => {
  it('about an order that somebody works on; the others do not wait for it', async () => {
    const [held, free] = [
      await rig.order('awaiting_start', { buyer, seller }),
      await rig.order('awaiting_start', { buyer, seller }),
    ];
    for (const { id } of [held, free]) await set(id, 'ask_at', '1 minute');
    await rig.database.transaction(async (tx) => {
      await holdPayment(tx, held.id);
      expect(await minute()).toBe(1);
    });
    expect(await Promise.all([held, free].map(({ id }) => dueIn(id)))).toEqual([0, 24]);
  });

  it('for more than five orders a minute, those that wait longest first', async () => {
    const orders = [];
    for (let n = 0; n < 7; n += 1) {
      const { id } = await rig.order('awaiting_start', { buyer, seller });
      await set(id, 'ask_at', `${n} minutes`);
      orders.push(id);
    }
    expect(await minute()).toBe(5);
    expect(await Promise.all(orders.map(dueIn))).toEqual([0, 0, 24, 24, 24, 24, 24]);
    expect(await minute()).toBe(2);
  });

  it('for ever: paid orders end after half a year, unpaid ones after three days', async () => {
    const paid = await rig.order('complete', { buyer, seller });
    const unpaid = await rig.order('cancelled', { buyer, seller });
    const free = await rig.order('awaiting_start', { buyer, seller, price: 0 });
    await set(free.id, 'ask_at', '1 minute');
    for (const [order, age] of [
      [paid, '179 days'],
      [unpaid, '2 days'],
    ] as const) {
      await set(order.id, 'created_at', age);
      await set(order.id, 'ask_at', '1 minute');
    }
    expect(await minute()).toBe(2);
    expect(await Promise.all([paid, unpaid, free].map(({ id }) => dueIn(id)))).toEqual([
      24,
      24,
      null,
    ]);
    for (const [order, age] of [
      [paid, '181 days'],
      [unpaid, '4 days'],
    ] as const) {
      await set(order.id, 'created_at', age);
      await set(order.id, 'ask_at', '1 minute');
    }
    expect(await minute()).toBe(2);
    expect(await Promise.all([paid, unpaid].map(({ id }) => dueIn(id)))).toEqual([null, null]);
  });

  it('when the order is another provider’s; when none answers, it is asked the next day', async () => {
    const former = await rig.order('awaiting_start', { buyer, seller });
    await rig.pool.query(`UPDATE payments SET provider = 'former' WHERE id = $1`, [former.id]);
    const { id } = await rig.order('awaiting_start', { buyer, seller });
    for (const each of [id, former.id]) await set(each, 'ask_at', '1 minute');
    rig.provider.down = true;
    expect(await minute()).toBe(1);
    expect(await Promise.all([id, former.id].map(dueIn))).toEqual([24, 24]);
  });
});
