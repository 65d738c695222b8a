import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  expectedOutcome,
  type Model,
  modelOf,
  type OrderRequestBody,
  type People,
  requestChange,
  requests,
  roles,
} from '../../../../test/fixtures/checks/order-model.ts';
import {
  createOrdersFixture,
  type OrdersFixture,
} from '../../../../test/fixtures/modules/money/orders-fixture.ts';
import { markOrderReviewed } from '../index.ts';
import type { OrderRow } from '../orders-table.ts';
import { expireOrder, refundUnstartedOrder } from './expire-order.ts';

let fixture: OrdersFixture;
let people: People;
beforeAll(async () => {
  fixture = await createOrdersFixture();
  people = {
    buyer: await fixture.person(),
    seller: await fixture.person(),
    stranger: await fixture.person(),
    admin: await fixture.person('admin'),
  };
});
afterAll(() => fixture.close());

/** The states that requests can distinguish, and how an order gets there. */
const ordersInStates: Readonly<Record<string, () => Promise<OrderRow>>> = {
  'waiting for its payment': () => fixture.order('awaiting_payment', people),
  'paid, which nobody told us yet': async () => {
    const order = await fixture.order('awaiting_payment', people);
    fixture.provider.pay(order.id);
    return order;
  },
  'waiting for its start': () => fixture.order('awaiting_start', people),
  'free and waiting for its start': () => fixture.order('awaiting_start', { ...people, price: 0 }),
  'in progress': () => fixture.order('in_progress', people),
  'ended by the seller': () => fixture.order('complete', people),
  'ended by the buyer': async () => {
    const order = await fixture.order('in_progress', people);
    await requestChange(fixture, people, order.id, 'buyer', { says: 'end', as: 'buyer' });
    return order;
  },
  'ended and reviewed': async () => {
    const order = await fixture.order('complete', people);
    await markOrderReviewed(fixture.database.db, order.id, 4);
    return order;
  },
  'cancelled by its buyer': () => fixture.order('cancelled', people),
  'cancelled by time': async () => {
    const order = await fixture.order('awaiting_payment', people);
    await fixture.lapse(order.id);
    await expireOrder(fixture.deps)(order.id);
    return order;
  },
  'refunded by its seller': () => fixture.order('refunded', people),
  'refunded by the team': async () => {
    const order = await fixture.order('in_progress', people);
    await requestChange(fixture, people, order.id, 'admin', { says: 'refund' });
    return order;
  },
  'refunded by time': async () => {
    const order = await fixture.order('awaiting_start', people);
    await fixture.lapse(order.id);
    await refundUnstartedOrder(fixture.deps)(order.id);
    return order;
  },
  'refunded by the provider': async () => {
    const order = await fixture.order('in_progress', people);
    fixture.provider.returnMoney(order.id);
    await fixture.deliver(order.id);
    return order;
  },
  'free and refunded': () => fixture.order('refunded', { ...people, price: 0 }),
};

const combinationCount = Object.keys(ordersInStates).length * roles.length * requests.length;

async function tryOne(
  place: string,
  who: (typeof roles)[number],
  said: OrderRequestBody,
): Promise<void> {
  const placed = await ordersInStates[place]?.();
  if (!placed) throw new Error(place);
  const context = JSON.stringify({ place, who, said });
  const order = await fixture.orderOf(placed.id);
  const steps = await fixture.stepsOf(order.id);
  const before: Model = await modelOf(fixture, people, order.id);
  const after = expectedOutcome(before, who, said);
  expect(await requestChange(fixture, people, order.id, who, said), context).toBe(after.code);
  expect(await modelOf(fixture, people, order.id), context).toEqual(after.model);
  if (after.model.status !== before.status) return;
  expect(await fixture.orderOf(order.id), context).toEqual(order);
  expect(await fixture.stepsOf(order.id), context).toEqual(steps);
}

describe(`every actor × state × payload (${combinationCount} triples)`, () => {
  it('are at least 400', () => {
    expect(combinationCount).toBeGreaterThanOrEqual(400);
  });

  describe.each(Object.keys(ordersInStates))('an order %s', (place) => {
    it.each(roles)('asked by the %s', async (who) => {
      await Promise.all(requests.map((said) => tryOne(place, who, said)));
    });
  });
});
