import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assertLedgerMatchesOrders } from '../../../../test/fixtures/checks/ledger-checks.ts';
import { createChargebackSteps } from '../../../../test/fixtures/modules/money/chargebacks-fixture.ts';
import {
  createDisputeFixture,
  type DisputeFixture,
} from '../../../../test/fixtures/modules/money/dispute-fixture.ts';
import { chargedBackAmount } from '../../../ports/payment-provider.ts';

let fixture: DisputeFixture;
beforeAll(async () => {
  fixture = await createDisputeFixture();
});
afterAll(() => fixture.close());

/** One decision of the team for each outcome. */
const decisions = [
  { outcome: 'refunded' },
  { outcome: 'partly_refunded', refundAmount: '10' },
  { outcome: 'released' },
] as const;

describe.each(['in progress', 'clearing'] as const)('of a disputed order %s', (orderState) => {
  it.each(decisions)(
    'the decision $outcome and a chargeback give the price back once',
    async (body) => {
      for (let n = 0; n < 4; n += 1) {
        await fixture.changeSeller();
        const steps = createChargebackSteps(fixture, fixture);
        const id = await (orderState === 'clearing'
          ? fixture.buildCompletedOrder()
          : fixture.buildOrderInProgress());
        await fixture.open(id);
        const [decided, told] = await Promise.all([
          fixture.decide(id, body),
          steps.changeChargeback(id),
        ]);
        expect([200, 409]).toContain(decided.statusCode);
        expect(told.statusCode).toBe(200);
        const order = await fixture.paymentOf(id);
        expect(order).toMatchObject({ serviceStatus: 'refunded', dispute: { state: 'resolved' } });
        expect(order.heldUntil).toBeNull();
        await fixture.sendRefunds(id);
        const { amountPaid, amountRefunded, ...record } = fixture.provider.recordOf(id);
        expect(amountRefunded + chargedBackAmount(record)).toBe(amountPaid);
        expect(await steps.readSums()).toMatchObject({
          ...{ available: '0.00', clearing: '0.00', held: '0.00', debt: '0.00', fees: '0.00' },
        });
        await assertLedgerMatchesOrders(fixture.pool);
      }
    },
  );
});

describe('a refund and withdrawals at the same time', () => {
  it.each([
    ['the seller accepts', (id: string) => fixture.answer(id, { accept: true })],
    ['the team refunds', (id: string) => fixture.decide(id, { outcome: 'refunded' })],
  ])('pay out only other money when %s', async (_, refund) => {
    for (let n = 0; n < 6; n += 1) {
      await fixture.changeSeller();
      const { withdraw, readSums } = createChargebackSteps(fixture, fixture);
      const otherOrderId = await fixture.buildCompletedOrder();
      await fixture.endClearing(otherOrderId);
      const id = await fixture.buildCompletedOrder();
      await fixture.open(id);
      const [refunded, ...asked] = await Promise.all([
        refund(id),
        ...Array.from({ length: 3 }, () => withdraw('44.91')),
      ]);
      expect(refunded.statusCode).toBe(200);
      expect(asked.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409, 409]);
      expect(await readSums()).toMatchObject({
        ...{ available: '0.00', clearing: '0.00', withdrawing: '44.91', debt: '0.00' },
      });
      await fixture.sendRefunds(id);
      expect(fixture.provider.recordOf(id)).toMatchObject({ amountRefunded: 4990 });
    }
  });
});
