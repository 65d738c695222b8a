import fc from 'fast-check';
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
  fixture.provider.down = false;
});

const createUnpaidOrder = () => fixture.order('awaiting_payment', { buyer, seller });
const countEvents = async (eventId: string) => {
  const { rowCount } = await fixture.pool.query(
    'SELECT 1 FROM webhook_events WHERE event_id = $1',
    [eventId],
  );
  return rowCount;
};

describe('any number of deliveries in any order', () => {
  const countSteps = async (id: string) => {
    const { rowCount } = await fixture.pool.query(
      'SELECT 1 FROM payment_steps WHERE payment_id = $1',
      [id],
    );
    return rowCount;
  };

  it('100 concurrent duplicates have one effect', async () => {
    const order = await createUnpaidOrder();
    fixture.provider.pay(order.id);
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => fixture.deliver(order.id, `evt_once_${order.id}`)),
    );
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect(await countSteps(order.id)).toBe(2);
    expect(await countEvents(`evt_once_${order.id}`)).toBe(1);
  });

  it('100 different events about the same payment have one effect', async () => {
    const order = await createUnpaidOrder();
    fixture.provider.pay(order.id);
    const answers = await Promise.all(Array.from({ length: 100 }, () => fixture.deliver(order.id)));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect(await countSteps(order.id)).toBe(2);
  });

  it('a delivery that was applied needs no second lookup', async () => {
    const order = await createUnpaidOrder();
    fixture.provider.pay(order.id);
    await fixture.deliver(order.id, `evt_known_${order.id}`);
    fixture.provider.down = true;
    expect((await fixture.deliver(order.id, `evt_known_${order.id}`)).statusCode).toBe(200);
  });

  it('every permutation of a payment’s four events ends in the same state', async () => {
    const eventChanges = [
      { status: 'pending' as const },
      { status: 'declined' as const },
      { status: 'paid' as const, amountPaid: 4990, providerPaymentId: 'pay_1' },
      { status: 'paid' as const, amountPaid: 4990, providerPaymentId: 'pay_1' },
    ];
    const permutations = (remainingNumbers: number[]): number[][] =>
      remainingNumbers.length === 0
        ? [[]]
        : remainingNumbers.flatMap((n) =>
            permutations(remainingNumbers.filter((m) => m !== n)).map((p) => [n, ...p]),
          );
    for (const order of permutations([0, 1, 2, 3])) {
      const { id } = await createUnpaidOrder();
      for (const n of order) {
        fixture.provider.changeRecord(id, { amountPaid: 0, ...eventChanges[n] });
        await fixture.deliver(id, `evt_${n}_${id}`);
      }
      expect(await fixture.orderOf(id)).toMatchObject({
        serviceStatus: 'awaiting_start',
        amountPaid: 4990,
      });
      expect(await countSteps(id)).toBe(2);
    }
  });

  it('any deliveries end in the state of the largest totals', async () => {
    const amountsArbitrary = fc.array(fc.constantFrom(0, 1, 2000, 4990, 9980), {
      minLength: 1,
      maxLength: 6,
    });
    await fc.assert(
      fc.asyncProperty(amountsArbitrary, async (amounts) => {
        const { id } = await createUnpaidOrder();
        for (const amount of amounts) {
          fixture.provider.pay(id, amount);
          await fixture.deliver(id);
        }
        const orderAfter = await fixture.orderOf(id);
        expect(orderAfter.amountPaid ?? 0).toBe(Math.max(...amounts));
        // Only the exact price pays the order, and only when nothing arrived before it.
        const isPaid = amounts.find((amount) => amount > 0) === 4990;
        expect(orderAfter.serviceStatus).toBe(isPaid ? 'awaiting_start' : 'awaiting_payment');
        // Everything that the order must not keep is being refunded.
        const refundedAmount = (await fixture.refundsOf(id)).reduce(
          (sum, { amount }) => sum + amount,
          0,
        );
        expect(refundedAmount).toBe(Math.max(...amounts) - (isPaid ? 4990 : 0));
      }),
      { numRuns: 40 },
    );
  });
});
