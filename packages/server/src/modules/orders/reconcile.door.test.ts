import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createOrdersRig, type OrdersRig } from '../../../test/orders-rig.ts';
import type { Person } from '../../platform/actor.ts';

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
  rig.provider.calls.lookup = 0;
});

const awaiting = () => rig.order('awaiting_payment', { buyer, seller });
const read = async (who: Person, id: string) => {
  const answer = await rig.call(who, 'GET', `/api/payments/${id}`);
  expect(answer.statusCode).toBe(200);
  return answer.json().payment.serviceStatus as string;
};

describe('a buyer who waits for a payment whose webhook got lost', () => {
  it('sees it confirmed by reading the order', async () => {
    const order = await awaiting();
    rig.provider.pay(order.id);
    expect(await read(buyer, order.id)).toBe('awaiting_start');
  });

  it('is told nothing new by money that is not the price', async () => {
    const order = await awaiting();
    rig.provider.pay(order.id, 10);
    expect(await read(buyer, order.id)).toBe('awaiting_payment');
  });

  it('sets off one question in five seconds, however often the order is read', async () => {
    const order = await awaiting();
    await Promise.all(Array.from({ length: 50 }, () => read(buyer, order.id)));
    expect(rig.provider.calls.lookup).toBe(1);
    rig.clock.advance(4_999);
    await read(buyer, order.id);
    expect(rig.provider.calls.lookup).toBe(1);
    rig.provider.pay(order.id);
    rig.clock.advance(1);
    expect(await read(buyer, order.id)).toBe('awaiting_start');
    expect(rig.provider.calls.lookup).toBe(2);
  });

  it('reads the order even when the provider fails or hangs', async () => {
    const order = await awaiting();
    rig.provider.down = true;
    expect(await read(buyer, order.id)).toBe('awaiting_payment');
    rig.provider.lookup = () => Promise.reject(new Error('a bug in an adapter'));
    rig.clock.advance(5_000);
    expect(await read(buyer, order.id)).toBe('awaiting_payment');
    expect(rig.warnings.at(-1)?.message).toBe('reconciling a payment failed');
  });
});

describe('nobody else', () => {
  it('sets off questions, nor does an order that waits for nothing', async () => {
    const order = await awaiting();
    await read(seller, order.id);
    await read(await rig.person('admin'), order.id);
    await rig.call(await rig.person(), 'GET', `/api/payments/${order.id}`);
    for (const status of ['awaiting_start', 'complete', 'cancelled'] as const) {
      const { id } = await rig.order(status, { buyer, seller });
      await read(buyer, id);
    }
    await rig.call(buyer, 'GET', '/api/payments');
    expect(rig.provider.calls.lookup).toBe(0);
  });
});
