import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { assertLedgerMatchesOrders } from '../../../../test/fixtures/checks/ledger-checks.ts';
import {
  createDisputeFixture,
  type DisputeFixture,
} from '../../../../test/fixtures/modules/money/dispute-fixture.ts';

let fixture: DisputeFixture;
beforeAll(async () => {
  fixture = await createDisputeFixture();
});
beforeEach(() => fixture.changeSeller());
afterAll(() => fixture.close());

/** Creates a completed order of R$ 100,00 in its clearing time; the buyer's bank has taken R$ 30,00 of it back. */
async function createPartlyChargedBackOrder(): Promise<string> {
  const id = await fixture.buildCompletedOrder(10_000);
  await sendChargeback(id, 'open');
  expect(await fixture.paymentOf(id)).toMatchObject({
    serviceStatus: 'complete',
    refundedAmount: '30.00',
  });
  return id;
}

async function sendChargeback(
  orderId: string,
  status: 'open' | 'won',
  amount = 3_000,
): Promise<void> {
  fixture.provider.chargeBack(orderId, { amount, status });
  await fixture.deliver(orderId);
}

const listSentRefunds = async (id: string) => {
  await fixture.sendRefunds(id);
  return (await fixture.refundsOf(id)).map(({ amount }) => amount);
};

describe('a dispute of an order of which the bank took a part', () => {
  it('gives the buyer the rest, and also the part when the bank decides for the shop', async () => {
    const id = await createPartlyChargedBackOrder();
    await fixture.open(id);
    await fixture.answer(id, { accept: true });
    expect(await listSentRefunds(id)).toEqual([7_000]);
    await sendChargeback(id, 'won');
    expect(await listSentRefunds(id)).toEqual([7_000, 3_000]);
    expect(await fixture.walletOf()).toMatchObject({
      available: '0.00',
      debt: '0.00',
      fees: '0.00',
    });
  });

  it('gives back no more than the order still has', async () => {
    const id = await createPartlyChargedBackOrder();
    await fixture.open(id);
    await fixture.answer(id, { accept: false, message: 'Atendi.', offer: '90.00' });
    const { payment } = (await fixture.step(id, 'accept-offer')).json();
    expect(payment).toMatchObject({
      serviceStatus: 'complete',
      refundedAmount: '100.00',
      dispute: { outcome: 'partly_refunded', refundedAmount: '70.00' },
    });
    expect(await listSentRefunds(id)).toEqual([7_000]);
    expect(await fixture.walletOf()).toMatchObject({
      available: '0.00',
      debt: '0.00',
      fees: '0.00',
    });
  });

  it('takes the fee on what is left', async () => {
    const id = await createPartlyChargedBackOrder();
    await fixture.open(id);
    await fixture.decide(id, { outcome: 'partly_refunded', refundAmount: '20' });
    expect(await listSentRefunds(id)).toEqual([2_000]);
    expect(await fixture.walletOf()).toMatchObject({ available: '45.00', fees: '5.00' });
  });
});

describe('a chargeback that the bank decides for the shop', () => {
  it('stays with the disputed money while the dispute is open', async () => {
    const id = await createPartlyChargedBackOrder();
    await fixture.open(id);
    await sendChargeback(id, 'won');
    expect(await fixture.walletOf()).toMatchObject({ available: '0.00', clearing: '90.00' });
    expect(await fixture.paymentOf(id)).toMatchObject({ dispute: { state: 'open' } });
    await fixture.decide(id, { outcome: 'released' });
    expect(await fixture.walletOf()).toMatchObject({ available: '90.00', clearing: '0.00' });
  });

  it('is the seller’s although it had ended the dispute', async () => {
    const id = await fixture.buildOrderInProgress(10_000);
    await fixture.open(id);
    await sendChargeback(id, 'open', 10_000);
    expect(await fixture.paymentOf(id)).toMatchObject({
      serviceStatus: 'refunded',
      dispute: { state: 'resolved', outcome: 'refunded' },
    });
    await sendChargeback(id, 'won', 10_000);
    expect(await fixture.walletOf()).toMatchObject({ available: '90.00', fees: '10.00' });
    expect(await listSentRefunds(id)).toEqual([]);
  });
});

describe('an order of which the bank took a part', () => {
  it('ends after all chargebacks of one record, each of which the bank can decide for the shop', async () => {
    const id = await fixture.buildCompletedOrder(10_000);
    fixture.provider.returnMoney(id, 2_000);
    await fixture.deliver(id);
    fixture.provider.chargeBack(id, { id: 'first', amount: 5_000, status: 'open' });
    fixture.provider.chargeBack(id, { id: 'second', amount: 3_000, status: 'open' });
    await fixture.deliver(id);
    expect(await fixture.paymentOf(id)).toMatchObject({ serviceStatus: 'refunded' });
    fixture.provider.chargeBack(id, { id: 'second', amount: 3_000, status: 'won' });
    await fixture.deliver(id);
    expect(await fixture.walletOf()).toMatchObject({ available: '27.00', fees: '3.00' });
    expect(await listSentRefunds(id)).toEqual([]);
  });

  it('ends in progress after all chargebacks of one record, each of which can be decided for the shop', async () => {
    const id = await fixture.buildOrderInProgress(10_000);
    fixture.provider.chargeBack(id, { id: 'first', amount: 6_000, status: 'open' });
    fixture.provider.chargeBack(id, { id: 'second', amount: 4_000, status: 'open' });
    await fixture.deliver(id);
    expect(await fixture.paymentOf(id)).toMatchObject({ serviceStatus: 'refunded' });
    fixture.provider.chargeBack(id, { id: 'second', amount: 4_000, status: 'won' });
    await fixture.deliver(id);
    expect(await fixture.walletOf()).toMatchObject({ available: '36.00', fees: '4.00' });
    expect(await listSentRefunds(id)).toEqual([]);
  });

  it('ends when the team returns the rest in the provider’s panel', async () => {
    const id = await createPartlyChargedBackOrder();
    fixture.provider.returnMoney(id, 7_000);
    await fixture.deliver(id);
    expect(await fixture.paymentOf(id)).toMatchObject({ serviceStatus: 'refunded' });
    expect(await fixture.walletOf()).toMatchObject({
      available: '0.00',
      clearing: '0.00',
      fees: '0.00',
    });
    expect(await listSentRefunds(id)).toEqual([]);
  });

  it.each<[string, (id: string) => Promise<void>]>([
    [
      'after the team has returned a part',
      async (id) => {
        fixture.provider.returnMoney(id, 4_000);
        await fixture.deliver(id);
        await sendChargeback(id, 'open', 6_000);
      },
    ],
    [
      'at once with a part that the team returns',
      async (id) => {
        fixture.provider.returnMoney(id, 4_000);
        await sendChargeback(id, 'open', 6_000);
      },
    ],
  ])('ends when the bank takes the rest %s', async (_, returnAll) => {
    const id = await fixture.buildCompletedOrder(10_000);
    await returnAll(id);
    expect(await fixture.paymentOf(id)).toMatchObject({
      serviceStatus: 'refunded',
      refundedAmount: '100.00',
    });
    expect(await fixture.walletOf()).toMatchObject({
      available: '0.00',
      clearing: '0.00',
      fees: '0.00',
      debt: '0.00',
    });
    expect(await listSentRefunds(id)).toEqual([]);
    await assertLedgerMatchesOrders(fixture.pool);
  });

  it('keeps the part in clearing when the bank decides for the shop first', async () => {
    const id = await createPartlyChargedBackOrder();
    const { heldUntil } = await fixture.paymentOf(id);
    await sendChargeback(id, 'won');
    expect(await fixture.walletOf()).toMatchObject({ available: '0.00', clearing: '90.00' });
    expect(await fixture.paymentOf(id)).toMatchObject({ heldUntil, refundedAmount: '0.00' });
    await fixture.open(id);
    await fixture.answer(id, { accept: true });
    expect(await listSentRefunds(id)).toEqual([10_000]);
    expect(await fixture.walletOf()).toMatchObject({
      available: '0.00',
      clearing: '0.00',
      fees: '0.00',
    });
    await assertLedgerMatchesOrders(fixture.pool);
  });
});
