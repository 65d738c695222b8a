import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createOrdersFixture,
  type OrdersFixture,
} from '../../../../test/fixtures/modules/money/orders-fixture.ts';
import type { Person } from '../../../platform/actor.ts';
import type { PaymentProvider } from '../../../ports/payment-provider.ts';
import { reopenRefund } from './refund-queue-store.ts';
import { sendRefund } from './send-refund.ts';

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

/** Makes all refunds of an order two hours old and due for a check, and lets the provider forget their keys. */
async function ageRefunds(orderId: string) {
  const backdateRefundsSql = `UPDATE refunds SET created_at = now() - interval '2 hours',
    updated_at = now() - interval '11 minutes' WHERE payment_id = $1`;
  await fixture.pool.query(backdateRefundsSql, [orderId]);
  fixture.provider.forgetRefundKeys();
}

/** Deletes the provider's ids of an order's refunds, as if the answers to all calls had been lost. */
const forgetProviderIds = (orderId: string) =>
  fixture.pool.query('UPDATE refunds SET provider_refund_id = NULL WHERE payment_id = $1', [
    orderId,
  ]);

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

describe('a refund that fails while the provider is processing it', () => {
  it('is another refund at the provider when the team sends it again', async () => {
    const order = await createPendingRefund();
    fixture.provider.finishRefunds('failed');
    await sweepOrders();
    const [refund] = await fixture.refundsOf(order.id);
    expect(refund?.status).toBe('failed');
    fixture.provider.refundsAre = 'succeeded';
    await fixture.database.transaction((tx) => reopenRefund(tx, refund?.id ?? ''));
    await fixture.sendRefunds(order.id);
    expect(await fixture.refundsOf(order.id)).toMatchObject([{ status: 'succeeded' }]);
    expect(fixture.provider.recordOf(order.id)).toMatchObject({ amountRefunded: 4990 });
  });
});

describe('a refund whose key the provider has forgotten', () => {
  it('is not made again while the provider is processing it', async () => {
    const order = await createPendingRefund();
    fixture.provider.forgetRefundKeys();
    await sweepOrders();
    expect(Object.values(fixture.provider.refundsOf(order.id))).toEqual([4990]);
    expect(await fixture.refundsOf(order.id)).toMatchObject([{ status: 'pending' }]);
  });

  it('is not made again when its answer was lost and another refund of the order was never sent', async () => {
    const order = await createPendingRefund();
    await forgetProviderIds(order.id);
    fixture.provider.pay(order.id, 2 * 4990 + 2000);
    await fixture.deliver(order.id);
    fixture.provider.finishRefunds();
    fixture.provider.refundsAre = 'succeeded';
    await ageRefunds(order.id);
    await fixture.sendRefunds(order.id);
    expect(Object.values(fixture.provider.refundsOf(order.id))).toEqual([4990, 2000]);
    expect(await fixture.refundsOf(order.id)).toMatchObject([
      { amount: 4990, status: 'succeeded' },
      { amount: 2000, status: 'succeeded' },
    ]);
  });

  it('is one refund at the provider, also when two refunds with lost answers find it at once', async () => {
    const order = await createPendingRefund();
    fixture.provider.pay(order.id, 3 * 4990);
    await fixture.deliver(order.id);
    await forgetProviderIds(order.id);
    fixture.provider.finishRefunds();
    await ageRefunds(order.id);
    const foundByBoth = Promise.withResolvers<void>();
    let askingCount = 0;
    const slowProvider: PaymentProvider = {
      ...fixture.provider,
      refund: async (request) => {
        const answer = await fixture.provider.refund(request);
        askingCount += 1;
        if (askingCount === 2) foundByBoth.resolve();
        await foundByBoth.promise;
        return answer;
      },
    };
    const send = sendRefund({ ...fixture.deps, paymentProvider: slowProvider });
    const refunds = await fixture.refundsOf(order.id);
    const outcomes = await Promise.allSettled(refunds.map(({ id }) => send(id)));
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    fixture.provider.refundsAre = 'succeeded';
    await fixture.sendRefunds(order.id);
    expect(Object.values(fixture.provider.refundsOf(order.id))).toEqual([4990, 4990]);
  });
});
