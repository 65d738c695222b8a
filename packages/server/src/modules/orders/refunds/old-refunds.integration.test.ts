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

/** Sends the only refund of an order again, as the team does. */
async function reopenOnlyRefund(orderId: string) {
  const [refund] = await fixture.refundsOf(orderId);
  expect(await fixture.database.transaction((tx) => reopenRefund(tx, refund?.id ?? ''))).toBe(true);
}

/** Makes one attempt to send the only refund of an order. */
async function sendOnlyRefund(orderId: string) {
  const [refund] = await fixture.refundsOf(orderId);
  await sendRefund(fixture.deps)(refund?.id ?? '');
}

/** Reads the provider's id of the only refund of an order. */
async function readProviderId(orderId: string): Promise<string> {
  const { rows } = await fixture.pool.query(
    'SELECT provider_refund_id AS id FROM refunds WHERE payment_id = $1',
    [orderId],
  );
  expect(rows).toEqual([{ id: expect.any(String) }]);
  return rows[0].id;
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

describe('a refund that fails while the provider is processing it', () => {
  it('is another refund at the provider when the team sends it again', async () => {
    const order = await createPendingRefund();
    fixture.provider.finishRefunds('failed');
    await sweepOrders();
    expect(await fixture.refundsOf(order.id)).toMatchObject([{ status: 'failed' }]);
    fixture.provider.refundsAre = 'succeeded';
    await reopenOnlyRefund(order.id);
    await fixture.sendRefunds(order.id);
    expect(await fixture.refundsOf(order.id)).toMatchObject([{ status: 'succeeded' }]);
    expect(fixture.provider.recordOf(order.id)).toMatchObject({ amountRefunded: 4990 });
  });

  it('is also another one when a node of the version before has kept the id of the failed one', async () => {
    const order = await createPendingRefund();
    const providerId = await readProviderId(order.id);
    fixture.provider.finishRefunds('failed');
    await sweepOrders();
    await fixture.pool.query('UPDATE refunds SET provider_refund_id = $2 WHERE payment_id = $1', [
      order.id,
      providerId,
    ]);
    fixture.provider.refundsAre = 'succeeded';
    await reopenOnlyRefund(order.id);
    await fixture.sendRefunds(order.id);
    expect(await fixture.refundsOf(order.id)).toMatchObject([{ status: 'succeeded' }]);
    expect(fixture.provider.recordOf(order.id)).toMatchObject({ amountRefunded: 4990 });
  });
});

describe('a refund that the team sends again after its time to retry', () => {
  const failWithoutAnswer = (orderId: string) =>
    fixture.pool.query(`UPDATE refunds SET status = 'failed' WHERE payment_id = $1`, [orderId]);

  it('keeps its provider refund id when no attempt was finally refused', async () => {
    const order = await createPendingRefund();
    const providerId = await readProviderId(order.id);
    await failWithoutAnswer(order.id);
    await reopenOnlyRefund(order.id);
    expect(await readProviderId(order.id)).toBe(providerId);
  });

  it('is not made twice while the provider is processing a later attempt', async () => {
    const order = await createPendingRefund();
    fixture.provider.finishRefunds('failed');
    await sweepOrders();
    await reopenOnlyRefund(order.id);
    await sendOnlyRefund(order.id);
    await failWithoutAnswer(order.id);
    fixture.provider.forgetRefundKeys();
    await reopenOnlyRefund(order.id);
    await sendOnlyRefund(order.id);
    expect(Object.values(fixture.provider.refundsOf(order.id))).toEqual([4990, 4990]);
    fixture.provider.finishRefunds();
    await sendOnlyRefund(order.id);
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
