import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createOrdersFixture,
  type OrdersFixture,
} from '../../../../test/fixtures/modules/money/orders-fixture.ts';
import type { Person } from '../../../platform/actor.ts';

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
  fixture.provider.refundsAre = 'pending';
});

/** Creates a paid order with a second payment. The refund of the second payment has been pending for two hours. */
async function createPendingRefund() {
  const order = await fixture.order('awaiting_start', { buyer, seller });
  fixture.provider.pay(order.id, 2 * 4990);
  await fixture.deliver(order.id);
  await fixture.jobs.runUntilIdle();
  const backdateRefundSql = `UPDATE refunds SET created_at = now() - interval '2 hours',
    updated_at = now() - interval '11 minutes' WHERE payment_id = $1
    RETURNING status, provider_refund_id IS NOT NULL AS named`;
  const { rows } = await fixture.pool.query(backdateRefundSql, [order.id]);
  expect(rows).toEqual([{ status: 'pending', named: true }]);
  Object.assign(fixture.provider.calls, { lookup: 0, refund: 0 });
  return order;
}

const sweepOrders = async () => {
  await fixture.deps.enqueue(fixture.database.db, 'orders.sweep', {});
  await fixture.jobs.runUntilIdle();
};

describe('an old refund that has a provider refund id', () => {
  it('is not sent again once its money is returned: the provider may have forgotten its key', async () => {
    const order = await createPendingRefund();
    fixture.provider.finishRefunds();
    await sweepOrders();
    expect(fixture.provider.calls).toMatchObject({ lookup: 1, refund: 0 });
    expect(await fixture.refundsOf(order.id)).toMatchObject([
      { amount: 4990, status: 'succeeded' },
    ]);
    expect((await fixture.orderOf(order.id)).serviceStatus).toBe('awaiting_start');
  });

  it('is looked up once by each sweep and each webhook while it is pending', async () => {
    const order = await createPendingRefund();
    await sweepOrders();
    expect(fixture.provider.calls).toMatchObject({ lookup: 1, refund: 1 });
    await fixture.deliver(order.id);
    await fixture.jobs.runUntilIdle();
    expect(fixture.provider.calls).toMatchObject({ lookup: 3, refund: 2 });
    expect(await fixture.refundsOf(order.id)).toMatchObject([{ status: 'pending' }]);
    fixture.provider.finishRefunds();
    await fixture.deliver(order.id);
    expect(await fixture.refundsOf(order.id)).toMatchObject([{ status: 'succeeded' }]);
  });
});
