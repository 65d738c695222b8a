import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createOrdersFixture,
  type OrdersFixture,
  successOf,
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
  fixture.provider.down = false;
  fixture.warnings.length = 0;
});

const readKeptAmount = async (id: string) => {
  const record = successOf(await fixture.provider.lookup({ orderId: id }));
  return record.amountPaid - record.amountRefunded;
};

describe('webhooks of a whole order, late and in any order', () => {
  const permutations = (remainingNumbers: readonly number[]): number[][] =>
    remainingNumbers.length === 0
      ? [[]]
      : remainingNumbers.flatMap((n) =>
          permutations(remainingNumbers.filter((m) => m !== n)).map((p) => [n, ...p]),
        );

  it('of a payment and a chargeback end in the same state', async () => {
    for (const webhooksBefore of [0, 1, 2, 3]) {
      const order = await fixture.order('awaiting_payment', { buyer, seller });
      fixture.provider.pay(order.id);
      // The first `webhooksBefore` of three webhooks arrive before the provider returns the money, the others
      // afterwards.
      for (let n = 0; n < 3; n += 1) {
        if (n === webhooksBefore) fixture.provider.returnMoney(order.id);
        await fixture.deliver(order.id, `evt_${n}_${order.id}`);
      }
      if (webhooksBefore === 3) fixture.provider.returnMoney(order.id);
      await fixture.deliver(order.id);
      const stepStatuses = (await fixture.stepsOf(order.id)).map(({ status }) => status);
      expect(stepStatuses).toEqual(['awaiting_payment', 'awaiting_start', 'refunded']);
      expect(await fixture.refundsOf(order.id)).toEqual([]);
    }
  });

  it('of an expired checkout, a late payment and its refund end in the same state', async () => {
    const deliveries = [
      (id: string) => fixture.deliver(id, `evt_expired_${id}`),
      (id: string) => fixture.deliver(id, `evt_paid_${id}`),
      (id: string) => fixture.deliver(id, `evt_refunded_${id}`),
      (id: string) => fixture.sendRefunds(id),
    ];
    for (const order of permutations([0, 1, 2, 3])) {
      const { id } = await fixture.order('cancelled', { buyer, seller });
      await fixture.provider.expire({ orderId: id });
      fixture.provider.pay(id);
      for (const n of order) await deliveries[n]?.(id);
      await fixture.sendRefunds(id);
      expect(await fixture.orderOf(id)).toMatchObject({
        serviceStatus: 'cancelled',
        amountPaid: 4990,
      });
      expect(await fixture.refundsOf(id)).toMatchObject([{ amount: 4990, status: 'succeeded' }]);
      expect(await readKeptAmount(id)).toBe(0);
    }
  });
});
