import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { assertLedgerMatchesOrders } from '../../../../test/fixtures/checks/ledger-checks.ts';
import { createChargebackSteps } from '../../../../test/fixtures/modules/money/chargebacks-fixture.ts';
import {
  createOrdersFixture,
  type OrdersFixture,
} from '../../../../test/fixtures/modules/money/orders-fixture.ts';
import type { Person } from '../../../platform/actor.ts';

let fixture: OrdersFixture;
let buyer: Person;
let seller: Person;
let chargebackSteps: ReturnType<typeof createChargebackSteps>;
beforeAll(async () => {
  fixture = await createOrdersFixture();
  buyer = await fixture.person();
});
beforeEach(async () => {
  seller = await fixture.person();
  chargebackSteps = createChargebackSteps(fixture, { buyer, seller });
});
afterAll(() => fixture.close());

describe('a won chargeback', () => {
  it.each([
    ['before anything was withdrawn', '0.00'],
    ['after a part was withdrawn', '100.01'],
    ['after everything was withdrawn', '179.99'],
  ])('gives back exactly what it took, %s', async (_when, withdrawnAmount) => {
    const order = await chargebackSteps.sell(19_999);
    if (withdrawnAmount !== '0.00') await chargebackSteps.withdraw(withdrawnAmount);
    const sumsBefore = await chargebackSteps.readSums();
    await chargebackSteps.changeChargeback(order.id);
    for (let n = 0; n < 3; n += 1)
      await chargebackSteps.changeChargeback(order.id, { status: 'won' });
    expect(await chargebackSteps.readSums()).toEqual(sumsBefore);
    expect(await fixture.orderOf(order.id)).toMatchObject({
      serviceStatus: 'refunded',
      chargebackStatus: 'won',
    });
    const orderAnswer = await fixture.call(buyer, 'GET', `/api/payments/${order.id}`);
    expect(orderAnswer.json().payment).toMatchObject({ chargeback: 'won', refundedAmount: '0.00' });
    await fixture.jobs.runUntilIdle();
    expect(await fixture.refundsOf(order.id)).toEqual([]);
  });

  it('can be won after it was lost', async () => {
    const order = await chargebackSteps.sell(20_000);
    const sumsBefore = await chargebackSteps.readSums();
    await chargebackSteps.changeChargeback(order.id);
    await chargebackSteps.changeChargeback(order.id, { status: 'lost' });
    expect(await chargebackSteps.readSums()).toMatchObject({ available: '0.00' });
    await chargebackSteps.changeChargeback(order.id, { status: 'won' });
    expect(await chargebackSteps.readSums()).toEqual(sumsBefore);
  });

  it('stays won when older webhooks arrive later', async () => {
    const order = await chargebackSteps.sell(20_000);
    const sumsBefore = await chargebackSteps.readSums();
    await chargebackSteps.changeChargeback(order.id);
    await chargebackSteps.changeChargeback(order.id, { status: 'won' });
    for (const status of ['open', 'lost', 'won', 'open'] as const) {
      expect((await chargebackSteps.changeChargeback(order.id, { status })).statusCode).toBe(200);
    }
    expect(await chargebackSteps.readSums()).toEqual(sumsBefore);
  });

  it('whose opening was never reported moves nothing', async () => {
    const order = await chargebackSteps.sell(20_000);
    const sumsBefore = await chargebackSteps.readSums();
    const webhookAnswer = await chargebackSteps.changeChargeback(order.id, { status: 'won' });
    expect(webhookAnswer.statusCode).toBe(200);
    expect(await chargebackSteps.readSums()).toEqual(sumsBefore);
    expect(await fixture.orderOf(order.id)).toMatchObject({
      serviceStatus: 'complete',
      chargedBack: 0,
    });
    expect(await fixture.refundsOf(order.id)).toEqual([]);
  });

  it('has evidence that was sealed with its opening and closed with the decision', async () => {
    const order = await chargebackSteps.sell(20_000);
    const readEvidence = async () =>
      (
        await fixture.pool.query(
          `SELECT cause, closed_at IS NOT NULL AS closed FROM evidence WHERE payment_id = $1`,
          [order.id],
        )
      ).rows;
    expect(await readEvidence()).toEqual([]);
    await chargebackSteps.changeChargeback(order.id);
    expect(await readEvidence()).toEqual([{ cause: 'chargeback', closed: false }]);
    await chargebackSteps.changeChargeback(order.id, { status: 'won' });
    expect(await readEvidence()).toEqual([{ cause: 'chargeback', closed: true }]);
  });

  it('pays the remaining debt, and the rest of the money is available', async () => {
    const order = await chargebackSteps.sell(20_000);
    await chargebackSteps.withdraw('180.00');
    await chargebackSteps.changeChargeback(order.id);
    await chargebackSteps.sell(10_000);
    expect(await chargebackSteps.readSums()).toMatchObject({ available: '0.00', debt: '90.00' });
    await chargebackSteps.changeChargeback(order.id, { status: 'won' });
    expect(await chargebackSteps.readSums()).toMatchObject({
      available: '90.00',
      debt: '0.00',
      fees: '30.00',
    });
    const wonNotifications = (await fixture.notificationsOf(order.id)).filter(
      ({ event }) => event === 'chargeback_won',
    );
    expect(wonNotifications.map(({ receiver, content }) => [receiver, content])).toEqual([
      [
        seller.uid,
        `A contestação do pedido ${order.purchaseCode} (“Aula de mira”) terminou a seu favor: R$ 180,00 voltaram para a sua carteira.`,
      ],
    ]);
  });

  it('of an order in progress goes to the seller, less the fee', async () => {
    const order = await chargebackSteps.sell(20_000, 'in_progress');
    await chargebackSteps.changeChargeback(order.id);
    await chargebackSteps.changeChargeback(order.id, { status: 'won' });
    await fixture.jobs.runUntilIdle();
    expect(await chargebackSteps.readSums()).toMatchObject({
      available: '180.00',
      fees: '20.00',
      held: '0.00',
    });
    expect(await fixture.refundsOf(order.id)).toEqual([]);
  });

  it('of an order that nobody started is refunded, unless its pack was opened', async () => {
    const [untouched, opened] = [
      await chargebackSteps.sell(20_000, 'awaiting_start'),
      await chargebackSteps.sell(10_000, 'awaiting_start'),
    ];
    await fixture.pool.query('UPDATE payments SET pack_opened_at = now() WHERE id = $1', [
      opened.id,
    ]);
    for (const { id } of [untouched, opened]) {
      await chargebackSteps.changeChargeback(id);
      await chargebackSteps.changeChargeback(id, { status: 'won' });
    }
    await fixture.jobs.runUntilIdle();
    expect(await fixture.refundsOf(untouched.id)).toMatchObject([
      { amount: 20_000, reason: 'not_started', status: 'succeeded' },
    ]);
    expect(await fixture.refundsOf(opened.id)).toEqual([]);
    expect(await chargebackSteps.readSums()).toMatchObject({ available: '90.00', fees: '10.00' });
    const returned = (await fixture.notificationsOf(untouched.id)).filter(
      ({ event }) => event === 'returned',
    );
    expect(
      Object.fromEntries(returned.map(({ receiver, content }) => [receiver, content])),
    ).toEqual({
      [untouched.buyerId]: `O banco encerrou a contestação do pedido ${untouched.purchaseCode} (“Aula de mira”) e devolveu o dinheiro à Guilda. O valor volta para você pelo mesmo meio de pagamento.`,
      [seller.uid]: `A contestação do pedido ${untouched.purchaseCode} (“Aula de mira”) terminou no banco, e o valor voltou para quem comprou.`,
    });
  });

  it('that the bank takes again leaves its refund to the team', async () => {
    const order = await chargebackSteps.sell(20_000, 'awaiting_start');
    await chargebackSteps.changeChargeback(order.id);
    await chargebackSteps.changeChargeback(order.id, { status: 'won' });
    fixture.provider.chargeBack(order.id, { status: 'open' });
    await fixture.jobs.runUntilIdle();
    expect(await fixture.refundsOf(order.id)).toMatchObject([{ amount: 20_000, status: 'failed' }]);
  });

  it('of a part gives exactly that part back', async () => {
    const order = await chargebackSteps.sell(9999);
    const sumsBefore = await chargebackSteps.readSums();
    await chargebackSteps.changeChargeback(order.id, { amount: 3333 });
    await chargebackSteps.changeChargeback(order.id, { id: 'second', amount: 1111 });
    await chargebackSteps.changeChargeback(order.id, { status: 'won' });
    await chargebackSteps.changeChargeback(order.id, { id: 'second', status: 'won' });
    expect(await chargebackSteps.readSums()).toEqual(sumsBefore);
    expect(await fixture.orderOf(order.id)).toMatchObject({ serviceStatus: 'complete' });
    await fixture.jobs.runUntilIdle();
    expect(await fixture.refundsOf(order.id)).toEqual([]);
  });

  it('can be followed by another chargeback of the same money', async () => {
    const order = await chargebackSteps.sell(20_000);
    await chargebackSteps.changeChargeback(order.id);
    await chargebackSteps.changeChargeback(order.id, { status: 'won' });
    await chargebackSteps.changeChargeback(order.id, { id: 'again' });
    expect(await chargebackSteps.readSums()).toMatchObject({
      available: '0.00',
      fees: '0.00',
      debt: '0.00',
    });
    await chargebackSteps.changeChargeback(order.id, { id: 'again', status: 'won' });
    expect(await chargebackSteps.readSums()).toMatchObject({ available: '180.00', fees: '20.00' });
  });

  it('of an overpaid order takes no centavo of the buyer when another one takes the same money', async () => {
    const order = await chargebackSteps.sell(20_000, 'in_progress');
    fixture.provider.pay(order.id, 20_001);
    await chargebackSteps.changeChargeback(order.id, { amount: 20_001 });
    fixture.provider.chargeBack(order.id, { status: 'won' });
    await chargebackSteps.changeChargeback(order.id, { id: 'again', amount: 10_000 });
    await fixture.jobs.runUntilIdle();
    // The bank took R$ 100,00 of the R$ 200,01 that were paid; the rest belongs to the seller, less the fee.
    expect(await chargebackSteps.readSums()).toMatchObject({ available: '90.01', fees: '10.00' });
  });

  it("returns its part once, also when its webhook is the first to report Guilda's refund of the rest", async () => {
    const order = await chargebackSteps.sell(20_000, 'awaiting_start');
    await chargebackSteps.changeChargeback(order.id, { amount: 5_000 });
    await fixture.sendRefunds(order.id);
    await chargebackSteps.changeChargeback(order.id, { status: 'won' });
    await fixture.sendRefunds(order.id);
    expect(await fixture.refundsOf(order.id)).toMatchObject([
      { amount: 15_000 },
      { amount: 5_000, reason: 'not_started' },
    ]);
    expect(await chargebackSteps.readSums()).toMatchObject({ available: '0.00', fees: '0.00' });
  });

  it('is given back before another chargeback takes it, in any order of the record', async () => {
    const order = await chargebackSteps.sell(20_000);
    await chargebackSteps.changeChargeback(order.id);
    const [first] = fixture.provider.recordOf(order.id).chargebacks ?? [];
    if (!first) throw new Error('no chargeback');
    const secondChargeback = { ...first, id: 'again', amount: 12_000 };
    fixture.provider.changeRecord(order.id, {
      chargebacks: [secondChargeback, { ...first, status: 'won' }],
    });
    await fixture.deliver(order.id);
    expect(await chargebackSteps.readSums()).toMatchObject({
      available: '72.00',
      debt: '0.00',
      fees: '8.00',
    });
  });

  it('of a part keeps the ledger consistent when another one takes everything', async () => {
    const order = await chargebackSteps.sell(20_000);
    await chargebackSteps.changeChargeback(order.id, { id: 'part', amount: 5_000 });
    await chargebackSteps.changeChargeback(order.id, { id: 'part', status: 'won' });
    await chargebackSteps.changeChargeback(order.id);
    expect(await fixture.orderOf(order.id)).toMatchObject({ serviceStatus: 'refunded' });
    expect(await chargebackSteps.readSums()).toMatchObject({
      available: '0.00',
      debt: '0.00',
      fees: '0.00',
    });
    await assertLedgerMatchesOrders(fixture.pool);
  });
});
