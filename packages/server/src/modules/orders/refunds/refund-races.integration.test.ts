import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createOrdersFixture,
  type OrdersFixture,
} from '../../../../test/fixtures/modules/money/orders-fixture.ts';
import type { Person } from '../../../platform/actor.ts';
import type { PaymentProvider } from '../../../ports/payment-provider.ts';
import { sweepOrders } from '../lifecycle/sweep-orders.ts';
import { sendRefund } from './send-refund.ts';

let fixture: OrdersFixture;
let buyer: Person;
let seller: Person;
let admin: Person;
beforeAll(async () => {
  fixture = await createOrdersFixture();
  buyer = await fixture.person();
  seller = await fixture.person();
  admin = await fixture.person('admin');
});
afterAll(() => fixture.close());

const createPaidOrder = () => fixture.order('awaiting_start', { buyer, seller });
const refundOrder = (person: Person, id: string) => fixture.refund(person, id);
const updateOrder = (person: Person, id: string, body: object) =>
  fixture.call(person, 'PATCH', `/api/payments/${id}/update-payment`, body);
const startBody = { serviceStatus: 'in_progress', startedServiceAt: '2026-11-20T12:00:00Z' };

describe('concurrent requests', () => {
  it('100 refunds have one effect and all succeed', async () => {
    const order = await createPaidOrder();
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => refundOrder(seller, order.id)),
    );
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    await fixture.jobs.runUntilIdle();
    expect(await fixture.refundsOf(order.id)).toHaveLength(1);
    expect(Object.values(fixture.provider.refundsOf(order.id))).toEqual([4990]);
    expect(await fixture.stepsOf(order.id)).toHaveLength(3);
    expect(await fixture.notificationsOf(order.id)).toHaveLength(2);
  });

  it('a refund and a start: one of the two', async () => {
    for (let round = 0; round < 15; round += 1) {
      const order = await createPaidOrder();
      const [refundResponse, startResponse] = await Promise.all([
        refundOrder(seller, order.id),
        updateOrder(seller, order.id, startBody),
      ]);
      const { serviceStatus } = await fixture.orderOf(order.id);
      const successfulResponse = serviceStatus === 'refunded' ? refundResponse : startResponse;
      const refusedResponse = serviceStatus === 'refunded' ? startResponse : refundResponse;
      expect([successfulResponse.statusCode, refusedResponse.statusCode]).toEqual([200, 409]);
      expect(await fixture.stepsOf(order.id)).toHaveLength(3);
    }
  });

  it('the team’s refund and an end: one of the two', async () => {
    for (let round = 0; round < 15; round += 1) {
      const order = await fixture.order('in_progress', { buyer, seller });
      const endBody = { serviceStatus: 'complete', endedIt: buyer.uid };
      const [refundResponse, endResponse] = await Promise.all([
        refundOrder(admin, order.id),
        updateOrder(buyer, order.id, endBody),
      ]);
      const { serviceStatus } = await fixture.orderOf(order.id);
      const isRefunded = serviceStatus === 'refunded';
      const successfulResponse = isRefunded ? refundResponse : endResponse;
      const refusedResponse = isRefunded ? endResponse : refundResponse;
      expect([successfulResponse.statusCode, refusedResponse.statusCode]).toEqual([200, 409]);
      expect(await fixture.refundsOf(order.id)).toHaveLength(serviceStatus === 'refunded' ? 1 : 0);
    }
  });
});

describe('a refund that is replaced by the rest', () => {
  it('counts what the provider took back while its answer was on the way', async () => {
    const order = await createPaidOrder();
    const { provider, deps } = fixture;
    // The order is paid three times, and the provider then returns 6000 centavos. The excess of 9980 is more than the
    // rest of 8970, so the provider refuses to refund the excess.
    provider.pay(order.id, 3 * 4990);
    await fixture.deliver(order.id);
    provider.returnMoney(order.id, 6000);
    const [excess] = await fixture.refundsOf(order.id);
    let furtherAmount = 500;
    const slowProvider: PaymentProvider = {
      ...provider,
      lookup: async (paymentRef) => {
        const answer = await provider.lookup(paymentRef);
        if (furtherAmount > 0) provider.returnMoney(order.id, furtherAmount);
        furtherAmount = 0;
        await fixture.deliver(order.id);
        return answer;
      },
    };
    await sendRefund({ ...deps, paymentProvider: slowProvider })(excess?.id ?? '');
    await sweepOrders(deps)();
    await fixture.sendRefunds(order.id);
    expect(provider.recordOf(order.id)).toMatchObject({
      amountPaid: 3 * 4990,
      amountRefunded: 2 * 4990,
    });
  });
});
