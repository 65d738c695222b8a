import fc from 'fast-check';
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
  rig.provider.down = false;
});

const awaiting = () => rig.order('awaiting_payment', { buyer, seller });
const eventsOf = async (eventId: string) => {
  const { rowCount } = await rig.pool.query('SELECT 1 FROM webhook_events WHERE event_id = $1', [
    eventId,
  ]);
  return rowCount;
};

describe('any number of deliveries in any order', () => {
  const stepCount = async (id: string) => {
    const { rowCount } = await rig.pool.query('SELECT 1 FROM payment_steps WHERE payment_id = $1', [
      id,
    ]);
    return rowCount;
  };

  it('100 simultaneous duplicates have one effect', async () => {
    const order = await awaiting();
    rig.provider.pay(order.id);
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => rig.deliver(order.id, `evt_once_${order.id}`)),
    );
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect(await stepCount(order.id)).toBe(2);
    expect(await eventsOf(`evt_once_${order.id}`)).toBe(1);
  });

  it('100 different events about the same payment have one effect', async () => {
    const order = await awaiting();
    rig.provider.pay(order.id);
    const answers = await Promise.all(Array.from({ length: 100 }, () => rig.deliver(order.id)));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect(await stepCount(order.id)).toBe(2);
  });

  it('a delivery that was applied needs no second question', async () => {
    const order = await awaiting();
    rig.provider.pay(order.id);
    await rig.deliver(order.id, `evt_known_${order.id}`);
    rig.provider.down = true;
    expect((await rig.deliver(order.id, `evt_known_${order.id}`)).statusCode).toBe(200);
  });

  it('every permutation of a payment’s four events ends in the same state', async () => {
    const facts = [
      { status: 'pending' as const },
      { status: 'declined' as const },
      { status: 'paid' as const, amountPaid: 4990, providerPaymentId: 'pay_1' },
      { status: 'paid' as const, amountPaid: 4990, providerPaymentId: 'pay_1' },
    ];
    const permutations = (rest: number[]): number[][] =>
      rest.length === 0
        ? [[]]
        : rest.flatMap((n) => permutations(rest.filter((m) => m !== n)).map((p) => [n, ...p]));
    for (const order of permutations([0, 1, 2, 3])) {
      const { id } = await awaiting();
      for (const n of order) {
        rig.provider.know(id, { amountPaid: 0, ...facts[n] });
        await rig.deliver(id, `evt_${n}_${id}`);
      }
      expect(await rig.orderOf(id)).toMatchObject({
        serviceStatus: 'awaiting_start',
        amountPaid: 4990,
      });
      expect(await stepCount(id)).toBe(2);
    }
  });

  it('whatever arrives, it ends in what the largest word says', async () => {
    const words = fc.array(fc.constantFrom(0, 1, 2000, 4990, 9980), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(words, async (amounts) => {
        const { id } = await awaiting();
        for (const amount of amounts) {
          rig.provider.pay(id, amount);
          await rig.deliver(id);
        }
        const after = await rig.orderOf(id);
        expect(after.amountPaid ?? 0).toBe(Math.max(...amounts));
        // Only the exact price is delivered, and only when nothing else came before it.
        const delivered = amounts.find((amount) => amount > 0) === 4990;
        expect(after.serviceStatus).toBe(delivered ? 'awaiting_start' : 'awaiting_payment');
        // What must not be kept is on its way back, to the centavo.
        const back = (await rig.refundsOf(id)).reduce((sum, { amount }) => sum + amount, 0);
        expect(back).toBe(Math.max(...amounts) - (delivered ? 4990 : 0));
      }),
      { numRuns: 40 },
    );
  });
});
