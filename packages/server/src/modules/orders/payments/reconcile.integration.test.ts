import { rateLimits } from '@guilda/contract/limits';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createOrdersFixture,
  type OrdersFixture,
} from '../../../../test/fixtures/modules/money/orders-fixture.ts';
import type { Person } from '../../../platform/actor.ts';
import {
  createMemoryRateLimiter,
  type RateLimiter,
} from '../../../platform/limits/rate-limiter.ts';

const limiterState = { fails: false };
const limiter = createMemoryRateLimiter(1);
const take: RateLimiter['take'] = async (name, key) =>
  limiterState.fails ? Promise.reject(new Error('no Redis')) : limiter.take(name, key);

let fixture: OrdersFixture;
let buyer: Person;
let seller: Person;
beforeAll(async () => {
  fixture = await createOrdersFixture({ limiter: { take } });
  buyer = await fixture.person();
  seller = await fixture.person();
});
afterAll(() => fixture.close());
beforeEach(() => {
  fixture.provider.down = false;
  fixture.provider.calls.lookup = 0;
});

const createUnpaidOrder = () => fixture.order('awaiting_payment', { buyer, seller });
const readOrder = async (person: Person, id: string) => {
  const answer = await fixture.call(person, 'GET', `/api/payments/${id}`);
  expect(answer.statusCode).toBe(200);
  return answer.json().payment.serviceStatus as string;
};

describe('a buyer who waits for a payment whose webhook was lost', () => {
  it('sees it confirmed by reading the order', async () => {
    const order = await createUnpaidOrder();
    fixture.provider.pay(order.id);
    await expect.poll(() => readOrder(buyer, order.id)).toBe('awaiting_start');
  });

  it('sees no change when the amount is not the price', async () => {
    const order = await createUnpaidOrder();
    fixture.provider.pay(order.id, 10);
    expect(await readOrder(buyer, order.id)).toBe('awaiting_payment');
  });

  it('triggers one lookup in five seconds, however often the order is read', async () => {
    const order = await createUnpaidOrder();
    await Promise.all(Array.from({ length: 50 }, () => readOrder(buyer, order.id)));
    expect(fixture.provider.calls.lookup).toBe(1);
    fixture.clock.advance(4_999);
    await readOrder(buyer, order.id);
    expect(fixture.provider.calls.lookup).toBe(1);
    fixture.provider.pay(order.id);
    fixture.clock.advance(1);
    await expect.poll(() => readOrder(buyer, order.id)).toBe('awaiting_start');
    expect(fixture.provider.calls.lookup).toBe(2);
  });

  it('triggers at most thirty lookups in a minute, however many orders are read', async () => {
    const reader = await fixture.person();
    const orders = [];
    for (let n = 0; n < 35; n += 1)
      orders.push(await fixture.order('awaiting_payment', { buyer: reader, seller }));
    for (const { id } of orders) expect(await readOrder(reader, id)).toBe('awaiting_payment');
    expect(fixture.provider.calls.lookup).toBe(rateLimits.paymentLookups.points);
    await readOrder(buyer, (await createUnpaidOrder()).id);
    expect(fixture.provider.calls.lookup).toBe(rateLimits.paymentLookups.points + 1);
  });

  it('reads the order even when the limiter fails, and later triggers lookups again', async () => {
    const order = await createUnpaidOrder();
    limiterState.fails = true;
    expect(await readOrder(buyer, order.id)).toBe('awaiting_payment');
    expect(fixture.warnings.at(-1)?.message).toBe('reconciling a payment failed');
    limiterState.fails = false;
    fixture.clock.advance(5_000);
    await readOrder(buyer, order.id);
    expect(fixture.provider.calls.lookup).toBe(1);
  });

  it('reads the order even when the provider fails or hangs', async () => {
    const order = await createUnpaidOrder();
    fixture.provider.down = true;
    expect(await readOrder(buyer, order.id)).toBe('awaiting_payment');
    fixture.provider.lookup = () => Promise.reject(new Error('a bug in an adapter'));
    fixture.clock.advance(5_000);
    expect(await readOrder(buyer, order.id)).toBe('awaiting_payment');
    expect(fixture.warnings.at(-1)?.message).toBe('reconciling a payment failed');
  });
});

describe('other readers', () => {
  it('trigger no lookup, nor does an order that is not unpaid', async () => {
    const order = await createUnpaidOrder();
    await readOrder(seller, order.id);
    await readOrder(await fixture.person('admin'), order.id);
    await fixture.call(await fixture.person(), 'GET', `/api/payments/${order.id}`);
    for (const status of ['awaiting_start', 'complete', 'cancelled'] as const) {
      const { id } = await fixture.order(status, { buyer, seller });
      await readOrder(buyer, id);
    }
    await fixture.call(buyer, 'GET', '/api/payments');
    expect(fixture.provider.calls.lookup).toBe(0);
  });
});
