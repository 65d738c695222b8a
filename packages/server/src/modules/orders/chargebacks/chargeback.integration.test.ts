import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
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
  fixture.warnings.length = 0;
});
afterAll(() => fixture.close());

const chargebacksOf = async (orderId: string) =>
  (
    await fixture.pool.query(
      `SELECT status, amount, reversed, restored, order_status, kind FROM chargebacks
       WHERE payment_id = $1 ORDER BY created_at, id`,
      [orderId],
    )
  ).rows;

describe('a chargeback of a part', () => {
  it('does not keep anything of a second payment that arrives afterwards', async () => {
    const order = await chargebackSteps.sell(20_000);
    await chargebackSteps.changeChargeback(order.id, { amount: 5_000 });
    fixture.provider.pay(order.id, 40_000);
    await fixture.deliver(order.id);
    expect(await fixture.refundsOf(order.id)).toMatchObject([{ amount: 20_000 }]);
  });
});

describe('a chargeback', () => {
  it.each(['awaiting_start', 'in_progress'] as const)(
    'in %s gives the buyer the held money and ends the order, however often it is reported',
    async (status) => {
      const order = await chargebackSteps.sell(20_000, status);
      for (let n = 0; n < 3; n += 1)
        expect((await chargebackSteps.changeChargeback(order.id)).statusCode).toBe(200);
      expect(await fixture.orderOf(order.id)).toMatchObject({
        serviceStatus: 'refunded',
        chargedBack: 20_000,
        chargebackStatus: 'open',
      });
      expect(await chargebackSteps.readSums()).toMatchObject({
        held: '0.00',
        available: '0.00',
        debt: '0.00',
      });
      expect((await fixture.stepsOf(order.id)).at(-1)).toMatchObject({
        status: 'refunded',
        actor: 'provider',
      });
      // The bank has already returned the money to the buyer, so Guilda must not refund the order as well.
      await fixture.jobs.runUntilIdle();
      expect(await fixture.refundsOf(order.id)).toEqual([]);
      expect(await chargebacksOf(order.id)).toEqual([
        {
          ...{ status: 'open', amount: 20_000, reversed: 20_000, restored: 0, kind: 'card' },
          order_status: status,
        },
      ]);
    },
  );

  it('of a completed order takes what is available, and the platform returns its fee', async () => {
    const order = await chargebackSteps.sell(20_000);
    await chargebackSteps.sell(5000);
    await chargebackSteps.changeChargeback(order.id);
    expect(await fixture.orderOf(order.id)).toMatchObject({ serviceStatus: 'refunded' });
    expect(await chargebackSteps.readSums()).toMatchObject({
      available: '45.00',
      debt: '0.00',
      fees: '5.00',
    });
    const { entries } = await chargebackSteps.readWallet();
    expect(entries[0]).toMatchObject({ kind: 'chargeback', amount: '-180.00' });
  });

  it('long after a withdrawal leaves the seller’s share as a debt', async () => {
    const order = await chargebackSteps.sell(20_000);
    await chargebackSteps.sell(5000);
    await chargebackSteps.withdraw('200.00');
    await chargebackSteps.changeChargeback(order.id, { kind: 'pix' });
    expect(await chargebackSteps.readSums()).toMatchObject({
      available: '0.00',
      debt: '155.00',
      withdrawing: '200.00',
      fees: '5.00',
    });
    const orderAnswer = await fixture.call(buyer, 'GET', `/api/payments/${order.id}`);
    expect(orderAnswer.json().payment).toMatchObject({
      serviceStatus: 'refunded',
      chargeback: 'open',
      refundedAmount: '200.00',
      heldUntil: null,
    });
  });

  it('notifies buyer and seller of the moved amounts', async () => {
    const order = await chargebackSteps.sell(20_000);
    await chargebackSteps.withdraw('150.00');
    await chargebackSteps.changeChargeback(order.id);
    const chargebackNotifications = (await fixture.notificationsOf(order.id)).filter(
      ({ event }) => event === 'charged_back',
    );
    const name = `${order.purchaseCode} (“Aula de mira”)`;
    expect(chargebackNotifications.map(({ receiver, content }) => [receiver, content])).toEqual([
      [
        buyer.uid,
        `O pagamento do pedido ${name} foi contestado no banco. R$ 200,00 voltam para você pelo banco.`,
      ],
      [
        seller.uid,
        `O pagamento do pedido ${name} foi contestado no banco de quem comprou, e R$ 180,00 saíram da sua carteira. Desse valor, R$ 150,00 você já não tinha na carteira: suas próximas vendas pagam. A equipe da Guilda responde ao banco. Se a decisão for a seu favor e você já tinha começado ou entregado, o valor volta.`,
      ],
    ]);
    // The notification about the refund would repeat the one about the chargeback.
    expect((await fixture.notificationsOf(order.id)).map(({ event }) => event)).not.toContain(
      'refunded',
    );
  });

  it('of a part takes the same part of share and fee, and the order stays complete', async () => {
    const order = await chargebackSteps.sell(20_000);
    await chargebackSteps.changeChargeback(order.id, { amount: 5000 });
    expect(await fixture.orderOf(order.id)).toMatchObject({ serviceStatus: 'complete' });
    expect(await chargebackSteps.readSums()).toMatchObject({
      available: '135.00',
      fees: '15.00',
      debt: '0.00',
    });
    const orderAnswer = await fixture.call(buyer, 'GET', `/api/payments/${order.id}`);
    expect(orderAnswer.json().payment).toMatchObject({
      refundedAmount: '50.00',
      chargeback: 'open',
    });
    await chargebackSteps.changeChargeback(order.id, { id: 'second', amount: 15_000 });
    expect(await fixture.orderOf(order.id)).toMatchObject({ serviceStatus: 'refunded' });
    expect(await chargebackSteps.readSums()).toMatchObject({
      available: '0.00',
      fees: '0.00',
      debt: '0.00',
    });
  });

  it('of a part of an order of which nothing was received ends it, and the rest is refunded', async () => {
    const order = await chargebackSteps.sell(20_000, 'awaiting_start');
    await chargebackSteps.changeChargeback(order.id, { amount: 5000 });
    await fixture.jobs.runUntilIdle();
    expect(await fixture.orderOf(order.id)).toMatchObject({ serviceStatus: 'refunded' });
    expect(await fixture.refundsOf(order.id)).toMatchObject([
      { amount: 15_000, status: 'succeeded' },
    ]);
    expect(await chargebackSteps.readSums()).toMatchObject({ held: '0.00', available: '0.00' });
  });

  it('on top of a refund gives nothing twice, is logged, and stays with the team', async () => {
    const order = await chargebackSteps.sell(20_000, 'awaiting_start');
    await fixture.call(seller, 'POST', `/api/payments/${order.id}/refund`);
    await fixture.jobs.runUntilIdle();
    await chargebackSteps.changeChargeback(order.id);
    expect(await chargebackSteps.readSums()).toMatchObject({
      held: '0.00',
      available: '0.00',
      debt: '0.00',
    });
    expect(await chargebacksOf(order.id)).toMatchObject([
      { status: 'open', reversed: 0, order_status: 'refunded' },
    ]);
    expect(fixture.warnings.map(({ message }) => message)).toContain(
      'a chargeback takes money that its order does not keep',
    );
    await chargebackSteps.changeChargeback(order.id, { status: 'won' });
    await fixture.jobs.runUntilIdle();
    expect(await fixture.refundsOf(order.id)).toHaveLength(1);
    expect(await chargebackSteps.readSums()).toMatchObject({ available: '0.00' });
  });

  it('of an overpayment takes nothing from the seller', async () => {
    const order = await chargebackSteps.sell(20_000);
    fixture.provider.pay(order.id, 30_000);
    await chargebackSteps.changeChargeback(order.id, { amount: 10_000 });
    await fixture.jobs.runUntilIdle();
    expect(await fixture.orderOf(order.id)).toMatchObject({ serviceStatus: 'complete' });
    expect(await fixture.refundsOf(order.id)).toEqual([]);
    expect(await chargebackSteps.readSums()).toMatchObject({ available: '180.00', debt: '0.00' });
  });

  it('reported together with the payment pays the order and ends it', async () => {
    const order = await fixture.order('awaiting_payment', { buyer, seller, price: 20_000 });
    fixture.provider.pay(order.id);
    await chargebackSteps.changeChargeback(order.id, { status: 'lost' });
    expect((await fixture.stepsOf(order.id)).map(({ status }) => status)).toEqual([
      'awaiting_payment',
      'awaiting_start',
      'refunded',
    ]);
    expect(await chargebacksOf(order.id)).toMatchObject([
      { status: 'lost', reversed: 20_000, order_status: 'awaiting_start' },
    ]);
  });

  it('of a cancelled order that was paid late returns nothing a second time', async () => {
    const order = await fixture.order('cancelled', { buyer, seller, price: 20_000 });
    fixture.provider.pay(order.id);
    await chargebackSteps.changeChargeback(order.id);
    await fixture.jobs.runUntilIdle();
    expect(await fixture.refundsOf(order.id)).toEqual([]);
    await chargebackSteps.changeChargeback(order.id, { status: 'won' });
    await fixture.jobs.runUntilIdle();
    expect(await fixture.refundsOf(order.id)).toMatchObject([{ amount: 20_000, reason: 'late' }]);
  });

  it('replaces a refund that the provider then refuses', async () => {
    const order = await chargebackSteps.sell(20_000, 'awaiting_start');
    fixture.provider.chargeBack(order.id);
    // The webhook about the chargeback is late, so the refund discovers the chargeback first.
    await fixture.call(seller, 'POST', `/api/payments/${order.id}/refund`);
    await fixture.jobs.runUntilIdle();
    expect(await fixture.refundsOf(order.id)).toEqual([]);
    await chargebackSteps.changeChargeback(order.id, { status: 'won' });
    await fixture.jobs.runUntilIdle();
    expect(await fixture.refundsOf(order.id)).toMatchObject([
      { amount: 20_000, status: 'succeeded' },
    ]);
    const notifications = await fixture.notificationsOf(order.id);
    expect(notifications.filter(({ event }) => event === 'returned')).toMatchObject([
      {
        receiver: order.buyerId,
        content: expect.stringContaining('O banco encerrou a contestação do pedido'),
      },
    ]);
  });
});
