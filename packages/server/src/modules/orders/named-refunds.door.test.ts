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
  rig.provider.refundsAre = 'pending';
});

/** A sold order, paid twice, whose second payment the provider has been giving back for two hours. */
async function underWay() {
  const order = await rig.order('awaiting_start', { buyer, seller });
  rig.provider.pay(order.id, 2 * 4990);
  await rig.deliver(order.id);
  await rig.jobs.runUntilIdle();
  const named = `UPDATE refunds SET created_at = now() - interval '2 hours',
    updated_at = now() - interval '11 minutes' WHERE payment_id = $1
    RETURNING status, provider_refund_id IS NOT NULL AS named`;
  const { rows } = await rig.pool.query(named, [order.id]);
  expect(rows).toEqual([{ status: 'pending', named: true }]);
  Object.assign(rig.provider.calls, { lookup: 0, refund: 0 });
  return order;
}

const sweep = async () => {
  await rig.deps.enqueue(rig.database.db, 'orders.sweep', {});
  await rig.jobs.runUntilIdle();
};

describe('an old refund that the provider has named', () => {
  it('is not sent again once its money is back: the provider may have forgotten its key', async () => {
    const order = await underWay();
    rig.provider.finishRefunds();
    await sweep();
    expect(rig.provider.calls).toMatchObject({ lookup: 1, refund: 0 });
    expect(await rig.refundsOf(order.id)).toMatchObject([{ amount: 4990, status: 'succeeded' }]);
    expect((await rig.orderOf(order.id)).serviceStatus).toBe('awaiting_start');
  });

  it('is asked about once by each sweep and each notice while it is under way', async () => {
    const order = await underWay();
    await sweep();
    expect(rig.provider.calls).toMatchObject({ lookup: 1, refund: 1 });
    await rig.deliver(order.id);
    await rig.jobs.runUntilIdle();
    expect(rig.provider.calls).toMatchObject({ lookup: 3, refund: 2 });
    expect(await rig.refundsOf(order.id)).toMatchObject([{ status: 'pending' }]);
    rig.provider.finishRefunds();
    await rig.deliver(order.id);
    expect(await rig.refundsOf(order.id)).toMatchObject([{ status: 'succeeded' }]);
  });
});
