import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  expected,
  type Model,
  modelOf,
  type People,
  requests,
  roles,
  type Said,
  say,
} from '../../../test/order-model.ts';
import { createOrdersRig, type OrdersRig } from '../../../test/orders-rig.ts';
import { expireOrder, refundUnstarted } from './expire-order.ts';
import { markReviewed } from './index.ts';
import type { PaymentRow } from './payments-table.ts';

let rig: OrdersRig;
let people: People;
beforeAll(async () => {
  rig = await createOrdersRig();
  people = {
    buyer: await rig.person(),
    seller: await rig.person(),
    stranger: await rig.person(),
    admin: await rig.person('admin'),
  };
});
afterAll(() => rig.close());

/** The states an order can be in as far as a request can tell them apart, and how to get there. */
const places: Readonly<Record<string, () => Promise<PaymentRow>>> = {
  'waiting for its payment': () => rig.order('awaiting_payment', people),
  'paid, which nobody told us yet': async () => {
    const order = await rig.order('awaiting_payment', people);
    rig.provider.pay(order.id);
    return order;
  },
  'waiting for its start': () => rig.order('awaiting_start', people),
  'free and waiting for its start': () => rig.order('awaiting_start', { ...people, price: 0 }),
  'in progress': () => rig.order('in_progress', people),
  'ended by the seller': () => rig.order('complete', people),
  'ended by the buyer': async () => {
    const order = await rig.order('in_progress', people);
    await say(rig, people, order.id, 'buyer', { says: 'end', as: 'buyer' });
    return order;
  },
  'ended and reviewed': async () => {
    const order = await rig.order('complete', people);
    await markReviewed(rig.database.db, order.id, 4);
    return order;
  },
  'cancelled by its buyer': () => rig.order('cancelled', people),
  'cancelled by time': async () => {
    const order = await rig.order('awaiting_payment', people);
    await rig.lapse(order.id);
    await expireOrder(rig.deps)(order.id);
    return order;
  },
  'refunded by its seller': () => rig.order('refunded', people),
  'refunded by the team': async () => {
    const order = await rig.order('in_progress', people);
    await say(rig, people, order.id, 'admin', { says: 'refund' });
    return order;
  },
  'refunded by time': async () => {
    const order = await rig.order('awaiting_start', people);
    await rig.lapse(order.id);
    await refundUnstarted(rig.deps)(order.id);
    return order;
  },
  'refunded by the provider': async () => {
    const order = await rig.order('in_progress', people);
    rig.provider.takeBack(order.id);
    await rig.deliver(order.id);
    return order;
  },
  'free and refunded': () => rig.order('refunded', { ...people, price: 0 }),
};

const triples = Object.keys(places).length * roles.length * requests.length;

async function tryOne(place: string, who: (typeof roles)[number], said: Said): Promise<void> {
  const placed = await places[place]?.();
  if (!placed) throw new Error(place);
  const context = JSON.stringify({ place, who, said });
  const order = await rig.orderOf(placed.id);
  const steps = await rig.stepsOf(order.id);
  const before: Model = await modelOf(rig, people, order.id);
  const after = expected(before, who, said);
  expect(await say(rig, people, order.id, who, said), context).toBe(after.code);
  expect(await modelOf(rig, people, order.id), context).toEqual(after.model);
  if (after.model.status !== before.status) return;
  expect(await rig.orderOf(order.id), context).toEqual(order);
  expect(await rig.stepsOf(order.id), context).toEqual(steps);
}

describe(`every actor × state × payload (${triples} triples)`, () => {
  it('are at least the 400 of the threat list', () => {
    expect(triples).toBeGreaterThanOrEqual(400);
  });

  describe.each(Object.keys(places))('an order %s', (place) => {
    it.each(roles)('asked by the %s', async (who) => {
      await Promise.all(requests.map((said) => tryOne(place, who, said)));
    });
  });
});
