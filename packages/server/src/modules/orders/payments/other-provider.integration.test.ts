import type { ServiceStatus } from '@guilda/contract/orders/orders';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createOrdersFixture,
  type OrdersFixture,
  successOf,
} from '../../../../test/fixtures/modules/money/orders-fixture.ts';
import type { Person } from '../../../platform/actor.ts';
import { systemIds } from '../../../ports/ids.ts';

let fixture: OrdersFixture;
let buyer: Person;
let seller: Person;
beforeAll(async () => {
  fixture = await createOrdersFixture();
  buyer = await fixture.person();
  seller = await fixture.person();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  fixture.provider.down = false;
  fixture.failures.length = 0;
  await fixture.pool.query('DELETE FROM graphile_worker._private_jobs');
});

const inTwoHours = () => new Date(Date.now() + 2 * 3_600_000);
const setProvider = (name: string, id: string) =>
  fixture.pool.query('UPDATE payments SET provider = $2 WHERE id = $1', [id, name]);

/** Creates an order of the former provider, and sets the counters of calls to the current provider to 0. */
async function createFormerOrder(status: ServiceStatus) {
  const order = await fixture.order(status, { buyer, seller });
  await setProvider('former', order.id);
  fixture.provider.changeRecord(order.id, { status: 'paid', amountPaid: 4990 });
  Object.assign(fixture.provider.calls, { createCheckout: 0, lookup: 0, expire: 0, refund: 0 });
  return order;
}
const noProviderCalls = { createCheckout: 0, lookup: 0, expire: 0, refund: 0 };

describe('the current provider is not called about an order of the former one', () => {
  it('when its buyer reads it', async () => {
    const { id } = await createFormerOrder('awaiting_payment');
    const answer = await fixture.call(buyer, 'GET', `/api/payments/${id}`);
    expect(answer.json().payment.serviceStatus).toBe('awaiting_payment');
    expect(fixture.provider.calls).toEqual(noProviderCalls);
  });

  it('when its time is over, which is logged as an error', async () => {
    const { id } = await createFormerOrder('awaiting_payment');
    await fixture.lapse(id);
    await fixture.jobs.runUntilIdle({ until: inTwoHours() });
    expect((await fixture.orderOf(id)).serviceStatus).toBe('cancelled');
    expect(fixture.provider.calls).toEqual(noProviderCalls);
    expect(fixture.failures).toEqual([
      {
        fields: { payment: id, provider: 'former' },
        message: 'an order of another provider ends without its checkout being closed',
      },
    ]);
  });

  it('when it is cancelled', async () => {
    const { id } = await createFormerOrder('awaiting_payment');
    const answer = await fixture.call(buyer, 'POST', `/api/payments/${id}/cancel`);
    expect(answer.json().payment.serviceStatus).toBe('cancelled');
    await fixture.jobs.runUntilIdle();
    expect(fixture.provider.calls).toEqual(noProviderCalls);
  });

  it('when it is refunded: the refund waits for the former provider', async () => {
    const { id } = await createFormerOrder('awaiting_start');
    await fixture.call(seller, 'POST', `/api/payments/${id}/refund`);
    await fixture.jobs.runUntilIdle();
    expect(fixture.provider.calls).toEqual(noProviderCalls);
    expect(await fixture.refundsOf(id)).toMatchObject([{ amount: 4990, status: 'pending' }]);
    await setProvider('fake', id);
    await fixture.jobs.runUntilIdle({ until: inTwoHours() });
    expect(await fixture.refundsOf(id)).toMatchObject([{ amount: 4990, status: 'succeeded' }]);
  });

  it('when its checkout was never opened: a payment would not be matched', async () => {
    const { id: serviceId } = await fixture.service(seller);
    const checkoutInput = { serviceId, idempotencyKey: systemIds.uuid() };
    fixture.provider.down = true;
    expect(await fixture.buy(buyer, checkoutInput)).toMatchObject({ code: 'payment_unavailable' });
    fixture.provider.down = false;
    const orderIdSql = `SELECT id FROM payments WHERE idempotency_key = $1`;
    const { rows } = await fixture.pool.query(orderIdSql, [checkoutInput.idempotencyKey]);
    await setProvider('former', rows[0].id);
    fixture.provider.calls.createCheckout = 0;
    expect(await fixture.buy(buyer, checkoutInput)).toMatchObject({ code: 'payment_unavailable' });
    expect(fixture.provider.calls.createCheckout).toBe(0);
  });
});

it('hides the former provider’s checkout address', async () => {
  const { id: serviceId } = await fixture.service(seller);
  const checkoutInput = { serviceId, idempotencyKey: systemIds.uuid() };
  const { payment, checkoutUrl } = successOf(await fixture.buy(buyer, checkoutInput));
  const readCheckoutUrl = async () => {
    const answer = await fixture.call(buyer, 'GET', `/api/payments/${payment.id}`);
    return answer.json().payment.checkoutUrl;
  };
  expect(await readCheckoutUrl()).toBe(checkoutUrl);
  await setProvider('former', payment.id);
  expect(await readCheckoutUrl()).toBeNull();
  expect(await fixture.buy(buyer, checkoutInput)).toMatchObject({ code: 'payment_unavailable' });
});
