import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { assertLedgerMatchesOrders } from '../../../../test/fixtures/checks/ledger-checks.ts';
import { createChargebackSteps } from '../../../../test/fixtures/modules/money/chargebacks-fixture.ts';
import {
  createOrdersFixture,
  type OrdersFixture,
} from '../../../../test/fixtures/modules/money/orders-fixture.ts';
import { quietLog } from '../../../../test/fixtures/server/quiet-log.ts';
import type { Person } from '../../../platform/actor.ts';
import { createDatabase, type Database } from '../../../platform/database/pool.ts';
import { endClearing } from '../lifecycle/end-clearing.ts';
import { handlePaymentWebhook } from '../payments/handle-webhook.ts';

const ROUND_COUNT = 12;

let fixture: OrdersFixture;
let otherNode: Database;
let buyer: Person;
let seller: Person;
let admin: Person;
let chargebackSteps: ReturnType<typeof createChargebackSteps>;
beforeAll(async () => {
  fixture = await createOrdersFixture({ clearingHoursConfirmed: 24 });
  otherNode = createDatabase(fixture.databaseUrl, { log: quietLog });
  buyer = await fixture.person();
  admin = await fixture.person('admin');
});
beforeEach(() => createSeller());
afterAll(async () => {
  await otherNode.close();
  await fixture.close();
});

async function createSeller() {
  seller = await fixture.person();
  chargebackSteps = createChargebackSteps(fixture, { buyer, seller });
}

/** Runs rounds with a new seller each, and checks the whole ledger after each round. */
async function runRounds(runRound: (n: number) => Promise<void>) {
  for (let n = 0; n < ROUND_COUNT; n += 1) {
    await createSeller();
    await runRound(n);
    await assertLedgerMatchesOrders(fixture.pool);
  }
}

describe('a chargeback at the same time as', () => {
  it('its own webhooks, handled by two nodes, moves the money once', async () => {
    await runRounds(async () => {
      const order = await chargebackSteps.sell(20_000);
      await chargebackSteps.withdraw('100.00');
      fixture.provider.chargeBack(order.id);
      const { deps } = fixture;
      const handleOnSecondNode = handlePaymentWebhook({ ...deps, database: otherNode });
      const event = `evt_${order.id}`;
      await Promise.all([
        ...[event, event, undefined, undefined].map((id) => fixture.deliver(order.id, id)),
        ...[event, undefined, undefined].map((id) =>
          handleOnSecondNode('fake', fixture.provider.webhookRequest(order.id, id)),
        ),
      ]);
      expect(await chargebackSteps.readSums()).toMatchObject({
        available: '0.00',
        debt: '100.00',
        fees: '0.00',
      });
      expect(await fixture.stepsOf(order.id)).toHaveLength(5);
    });
  });

  it('the end of clearing: nothing of the order stays with the seller', async () => {
    await runRounds(async () => {
      const order = await chargebackSteps.sell(20_000, 'in_progress');
      await fixture.complete(order.id, buyer);
      await fixture.passClearing(order.id);
      await Promise.all([
        chargebackSteps.changeChargeback(order.id),
        endClearing(fixture.deps)(order.id),
        endClearing({ ...fixture.deps, database: otherNode })(order.id),
      ]);
      expect(await chargebackSteps.readSums()).toMatchObject({
        ...{ available: '0.00', clearing: '0.00', debt: '0.00', fees: '0.00' },
      });
    });
  });

  it.each(['buyer', 'seller'] as const)('its completion by the %s', async (role) => {
    await runRounds(async () => {
      const order = await chargebackSteps.sell(20_000, 'in_progress');
      const [, ended] = await Promise.all([
        chargebackSteps.changeChargeback(order.id),
        fixture.complete(order.id, role === 'buyer' ? buyer : seller),
      ]);
      expect([200, 409]).toContain(ended.statusCode);
      expect(await fixture.orderOf(order.id)).toMatchObject({
        serviceStatus: 'refunded',
        heldUntil: null,
      });
      expect(await chargebackSteps.readSums()).toMatchObject({
        ...{ available: '0.00', clearing: '0.00', held: '0.00', debt: '0.00' },
      });
    });
  });

  it('a refund by the seller: the buyer’s money goes back once', async () => {
    await runRounds(async () => {
      const order = await chargebackSteps.sell(20_000, 'awaiting_start');
      const [, back] = await Promise.all([
        chargebackSteps.changeChargeback(order.id),
        fixture.call(seller, 'POST', `/api/payments/${order.id}/refund`),
      ]);
      expect([200, 409]).toContain(back.statusCode);
      await fixture.jobs.runUntilIdle();
      expect(fixture.provider.refundsOf(order.id)).toEqual({});
      expect(await fixture.refundsOf(order.id)).toEqual([]);
      expect(await chargebackSteps.readSums()).toMatchObject({ held: '0.00', debt: '0.00' });
    });
  });

  it('withdrawal requests: money withdrawn before becomes a debt, and nothing is withdrawn after', async () => {
    await runRounds(async () => {
      const order = await chargebackSteps.sell(20_000);
      const [, ...withdrawalAnswers] = await Promise.all([
        chargebackSteps.changeChargeback(order.id),
        ...['60.00', '60.00', '60.00'].map(chargebackSteps.withdraw),
      ]);
      const withdrawnAmount =
        withdrawalAnswers.filter(({ statusCode }) => statusCode === 201).length * 60;
      for (const { statusCode } of withdrawalAnswers) expect([201, 409]).toContain(statusCode);
      expect(await chargebackSteps.readSums()).toMatchObject({
        available: '0.00',
        withdrawing: `${withdrawnAmount.toFixed(2)}`,
        debt: `${withdrawnAmount.toFixed(2)}`,
      });
    });
  });

  it.each(['settle', 'refuse'] as const)('the decision to %s a withdrawal', async (decision) => {
    await runRounds(async () => {
      const order = await chargebackSteps.sell(20_000);
      const { withdrawal } = (await chargebackSteps.withdraw('180.00')).json();
      const [, decisionAnswer] = await Promise.all([
        chargebackSteps.changeChargeback(order.id),
        chargebackSteps.decide(admin, withdrawal.id, decision),
      ]);
      expect([200, 409]).toContain(decisionAnswer.statusCode);
      const isWithdrawalPaid = decision === 'settle' && decisionAnswer.statusCode === 200;
      const { available, debt, withdrawing } = await chargebackSteps.readSums();
      expect(available).toBe('0.00');
      if (decision === 'refuse') expect([debt, withdrawing]).toEqual(['0.00', '0.00']);
      else expect([debt, withdrawing]).toEqual(['180.00', isWithdrawalPaid ? '0.00' : '180.00']);
    });
  });

  it('the decision for the seller leaves the money as before', async () => {
    await runRounds(async () => {
      const order = await chargebackSteps.sell(20_000);
      await chargebackSteps.withdraw('50.00');
      const sumsBefore = await chargebackSteps.readSums();
      const { deps, provider } = fixture;
      provider.chargeBack(order.id);
      const openRecord = await provider.lookup({ orderId: order.id });
      const handleOlderRecord = handlePaymentWebhook({
        ...deps,
        paymentProvider: { ...provider, lookup: async () => openRecord },
      });
      provider.chargeBack(order.id, { status: 'won' });
      const createWebhook = () => provider.webhookRequest(order.id);
      await Promise.all([
        handleOlderRecord('fake', createWebhook()),
        handleOlderRecord('fake', createWebhook()),
        fixture.deliver(order.id),
      ]);
      await fixture.deliver(order.id);
      expect(await chargebackSteps.readSums()).toEqual(sumsBefore);
    });
  });

  it('the release of another sale: the sale pays the debt, whichever is first', async () => {
    await runRounds(async () => {
      const [old, next] = [
        await chargebackSteps.sell(20_000),
        await chargebackSteps.sell(30_000, 'in_progress'),
      ];
      await chargebackSteps.withdraw('180.00');
      await Promise.all([
        chargebackSteps.changeChargeback(old.id),
        fixture.complete(next.id, seller),
      ]);
      expect(await chargebackSteps.readSums()).toMatchObject({ available: '90.00', debt: '0.00' });
    });
  });

  it('chargebacks of all other orders of the seller: each is reversed', async () => {
    const sales = [];
    for (let n = 0; n < ROUND_COUNT; n += 1) sales.push(await chargebackSteps.sell(10_000));
    await chargebackSteps.withdraw('500.00');
    await Promise.all(sales.map(({ id }) => chargebackSteps.changeChargeback(id)));
    expect(await chargebackSteps.readSums()).toMatchObject({
      available: '0.00',
      debt: '500.00',
      fees: '0.00',
    });
    await Promise.all(
      sales.map(({ id }) => chargebackSteps.changeChargeback(id, { status: 'won' })),
    );
    expect(await chargebackSteps.readSums()).toMatchObject({ available: '580.00', debt: '0.00' });
  });
});
