import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  expectedOutcome,
  modelOf,
  modelRoles,
  type OrderModel,
  type OrderRequestBody,
  orderRequests,
  type PeopleByRole,
  requestChange,
} from '../../../../test/fixtures/checks/order-model.ts';
import {
  createOrdersFixture,
  type OrdersFixture,
} from '../../../../test/fixtures/modules/money/orders-fixture.ts';
import { markOrderReviewed } from '../index.ts';
import type { OrderRow } from '../orders-table.ts';
import { expireOrder } from './expire-order.ts';
import { refundUnstartedOrder } from './refund-unstarted-order.ts';

let fixture: OrdersFixture;
let modelPeople: PeopleByRole;
beforeAll(async () => {
  fixture = await createOrdersFixture();
  modelPeople = {
    buyer: await fixture.person(),
    seller: await fixture.person(),
    stranger: await fixture.person(),
    admin: await fixture.person('admin'),
  };
});
afterAll(() => fixture.close());

/** For each state of an order that requests can distinguish, a function that creates an order in that state. */
const ordersInStates: Readonly<Record<string, () => Promise<OrderRow>>> = {
  'waiting for its payment': () => fixture.order('awaiting_payment', modelPeople),
  'paid at the provider, which has sent no webhook yet': async () => {
    const order = await fixture.order('awaiting_payment', modelPeople);
    fixture.provider.pay(order.id);
    return order;
  },
  'waiting for its start': () => fixture.order('awaiting_start', modelPeople),
  'free and waiting for its start': () =>
    fixture.order('awaiting_start', { ...modelPeople, price: 0 }),
  'waiting for its start, whose time has passed': async () => {
    const order = await fixture.order('awaiting_start', modelPeople);
    await fixture.lapse(order.id);
    return order;
  },
  'in progress': () => fixture.order('in_progress', modelPeople),
  'ended by the seller': () => fixture.order('complete', modelPeople),
  'ended by the buyer': async () => {
    const order = await fixture.order('in_progress', modelPeople);
    await requestChange(fixture, modelPeople, order.id, 'buyer', { says: 'end', as: 'buyer' });
    return order;
  },
  'ended and reviewed': async () => {
    const order = await fixture.order('complete', modelPeople);
    await markOrderReviewed(fixture.database.db, order.id, 4);
    return order;
  },
  'cancelled by its buyer': () => fixture.order('cancelled', modelPeople),
  'cancelled by time': async () => {
    const order = await fixture.order('awaiting_payment', modelPeople);
    await fixture.lapse(order.id);
    await expireOrder(fixture.deps)(order.id);
    return order;
  },
  'refunded by its seller': () => fixture.order('refunded', modelPeople),
  'refunded by the team': async () => {
    const order = await fixture.order('in_progress', modelPeople);
    await requestChange(fixture, modelPeople, order.id, 'admin', { says: 'refund' });
    return order;
  },
  'refunded by time': async () => {
    const order = await fixture.order('awaiting_start', modelPeople);
    await fixture.lapse(order.id);
    await refundUnstartedOrder(fixture.deps)(order.id);
    return order;
  },
  'refunded by the provider': async () => {
    const order = await fixture.order('in_progress', modelPeople);
    fixture.provider.returnMoney(order.id);
    await fixture.deliver(order.id);
    return order;
  },
  'free and refunded': () => fixture.order('refunded', { ...modelPeople, price: 0 }),
};

const combinationCount =
  Object.keys(ordersInStates).length * modelRoles.length * orderRequests.length;

async function checkRequest(
  stateName: string,
  role: (typeof modelRoles)[number],
  requestBody: OrderRequestBody,
): Promise<void> {
  const startingOrder = await ordersInStates[stateName]?.();
  if (!startingOrder) throw new Error(stateName);
  const context = JSON.stringify({ place: stateName, who: role, requestBody });
  const order = await fixture.orderOf(startingOrder.id);
  const steps = await fixture.stepsOf(order.id);
  const modelBefore: OrderModel = await modelOf(fixture, modelPeople, order.id);
  const expectedAfter = expectedOutcome(modelBefore, role, requestBody);
  expect(await requestChange(fixture, modelPeople, order.id, role, requestBody), context).toBe(
    expectedAfter.code,
  );
  expect(await modelOf(fixture, modelPeople, order.id), context).toEqual(expectedAfter.model);
  if (expectedAfter.model.status !== modelBefore.status) return;
  expect(await fixture.orderOf(order.id), context).toEqual(order);
  expect(await fixture.stepsOf(order.id), context).toEqual(steps);
}

describe(`every actor × state × payload (${combinationCount} triples)`, () => {
  it('are at least 400', () => {
    expect(combinationCount).toBeGreaterThanOrEqual(400);
  });

  describe.each(Object.keys(ordersInStates))('an order %s', (stateName) => {
    it.each(modelRoles)('asked by the %s', async (role) => {
      await Promise.all(
        orderRequests.map((requestBody) => checkRequest(stateName, role, requestBody)),
      );
    });
  });
});
