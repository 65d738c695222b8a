import type { ServiceStatus } from '@guilda/contract/orders';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createOrdersRig, type OrdersRig, successOf } from '../../../test/orders-rig.ts';
import type { Person } from '../../platform/actor.ts';
import { systemIds } from '../../ports/ids.ts';

let rig: OrdersRig;
let buyer: Person;
let seller: Person;
beforeAll(async () => {
  rig = await createOrdersRig();
  buyer = await rig.person();
  seller = await rig.person();
});
afterAll(() => rig.close());
beforeEach(async () => {
  rig.provider.down = false;
  rig.failures.length = 0;
  await rig.pool.query('DELETE FROM graphile_worker._private_jobs');
});

const inTwoHours = () => new Date(Date.now() + 2 * 3_600_000);
const belongsTo = (name: string, id: string) =>
  rig.pool.query('UPDATE payments SET provider = $2 WHERE id = $1', [id, name]);

/** An order of the provider before; whatever the one of now is asked from here on is counted. */
async function former(status: ServiceStatus) {
  const order = await rig.order(status, { buyer, seller });
  await belongsTo('former', order.id);
  rig.provider.know(order.id, { status: 'paid', amountPaid: 4990 });
  Object.assign(rig.provider.calls, { createCheckout: 0, lookup: 0, expire: 0, refund: 0 });
  return order;
}
const nothingAsked = { createCheckout: 0, lookup: 0, expire: 0, refund: 0 };

describe('the provider of now is told nothing of an order of the former', () => {
  it('when its buyer reads it', async () => {
    const { id } = await former('awaiting_payment');
    const answer = await rig.call(buyer, 'GET', `/api/payments/${id}`);
    expect(answer.json().payment.serviceStatus).toBe('awaiting_payment');
    expect(rig.provider.calls).toEqual(nothingAsked);
  });

  it('when its time is over, which is told where the team looks', async () => {
    const { id } = await former('awaiting_payment');
    await rig.lapse(id);
    await rig.jobs.runUntilIdle({ until: inTwoHours() });
    expect((await rig.orderOf(id)).serviceStatus).toBe('cancelled');
    expect(rig.provider.calls).toEqual(nothingAsked);
    expect(rig.failures).toEqual([
      {
        fields: { payment: id, provider: 'former' },
        message: 'an order of another provider ends without its checkout being closed',
      },
    ]);
  });

  it('when it is cancelled', async () => {
    const { id } = await former('awaiting_payment');
    const answer = await rig.call(buyer, 'POST', `/api/payments/${id}/cancel`);
    expect(answer.json().payment.serviceStatus).toBe('cancelled');
    await rig.jobs.runUntilIdle();
    expect(rig.provider.calls).toEqual(nothingAsked);
  });

  it('when its money goes back: that waits for the provider to come again', async () => {
    const { id } = await former('awaiting_start');
    await rig.call(seller, 'POST', `/api/payments/${id}/refund`);
    await rig.jobs.runUntilIdle();
    expect(rig.provider.calls).toEqual(nothingAsked);
    expect(await rig.refundsOf(id)).toMatchObject([{ amount: 4990, status: 'pending' }]);
    await belongsTo('fake', id);
    await rig.jobs.runUntilIdle({ until: inTwoHours() });
    expect(await rig.refundsOf(id)).toMatchObject([{ amount: 4990, status: 'succeeded' }]);
  });

  it('when its checkout was never opened: what is paid there would be nobody’s', async () => {
    const { id: serviceId } = await rig.service(seller);
    const wish = { serviceId, idempotencyKey: systemIds.uuid() };
    rig.provider.down = true;
    expect(await rig.buy(buyer, wish)).toMatchObject({ code: 'payment_unavailable' });
    rig.provider.down = false;
    const of = `SELECT id FROM payments WHERE idempotency_key = $1`;
    const { rows } = await rig.pool.query(of, [wish.idempotencyKey]);
    await belongsTo('former', rows[0].id);
    rig.provider.calls.createCheckout = 0;
    expect(await rig.buy(buyer, wish)).toMatchObject({ code: 'payment_unavailable' });
    expect(rig.provider.calls.createCheckout).toBe(0);
  });
});

it('nobody is sent to the former to pay what would not be seen', async () => {
  const { id: serviceId } = await rig.service(seller);
  const wish = { serviceId, idempotencyKey: systemIds.uuid() };
  const { payment, checkoutUrl } = successOf(await rig.buy(buyer, wish));
  const read = async () => {
    const answer = await rig.call(buyer, 'GET', `/api/payments/${payment.id}`);
    return answer.json().payment.checkoutUrl;
  };
  expect(await read()).toBe(checkoutUrl);
  await belongsTo('former', payment.id);
  expect(await read()).toBeNull();
  expect(await rig.buy(buyer, wish)).toMatchObject({ code: 'payment_unavailable' });
});
