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

const sweepOrders = async () => {
  await fixture.deps.enqueue(fixture.database.db, 'orders.sweep', {});
  await fixture.jobs.runUntilIdle();
};
const readKeptAmount = async (id: string) => {
  const record = successOf(await fixture.provider.lookup({ orderId: id }));
  return record.amountPaid - record.amountRefunded;
};

describe('money that the provider returned on its own', () => {
  it.each(['awaiting_start', 'in_progress'] as const)('ends an order in %s', async (status) => {
    const order = await fixture.order(status, { buyer, seller });
    fixture.provider.returnMoney(order.id);
    for (let n = 0; n < 3; n += 1) await fixture.deliver(order.id);
    expect(await fixture.orderOf(order.id)).toMatchObject({
      serviceStatus: 'refunded',
      amountRefunded: 4990,
    });
    expect((await fixture.stepsOf(order.id)).at(-1)).toEqual({
      status: 'refunded',
      actor: 'provider',
      actor_id: null,
    });
    // The money was returned already, so Guilda must not send a refund as well.
    expect(await fixture.refundsOf(order.id)).toEqual([]);
    expect((await fixture.ledgerOf(order.id)).at(-1)).toEqual({ kind: 'refund', buyer: 4990 });
    const refundNotifications = (await fixture.notificationsOf(order.id)).filter(
      ({ event }) => event === 'refunded',
    );
    expect(refundNotifications.map(({ receiver }) => receiver)).toEqual([buyer.uid, seller.uid]);
  });

  it('in part changes no state and is logged', async () => {
    const order = await fixture.order('awaiting_start', { buyer, seller });
    fixture.provider.returnMoney(order.id, 1000);
    await fixture.deliver(order.id);
    expect(await fixture.orderOf(order.id)).toMatchObject({
      serviceStatus: 'awaiting_start',
      amountRefunded: 1000,
    });
    expect(fixture.warnings).toHaveLength(1);
    await fixture.call(seller, 'POST', `/api/payments/${order.id}/refund`);
    await fixture.jobs.runUntilIdle();
    expect(await fixture.refundsOf(order.id)).toMatchObject([
      { amount: 3990, status: 'succeeded' },
    ]);
    expect(await readKeptAmount(order.id)).toBe(0);
  });

  it('in parts, before and during a refund, completes no refund that was not made', async () => {
    const order = await fixture.order('awaiting_start', { buyer, seller });
    fixture.provider.returnMoney(order.id, 3000);
    await fixture.deliver(order.id);
    await fixture.call(seller, 'POST', `/api/payments/${order.id}/refund`);
    fixture.provider.returnMoney(order.id, 100);
    await fixture.deliver(order.id);
    expect(await fixture.refundsOf(order.id)).toMatchObject([{ amount: 1990, status: 'pending' }]);
    await fixture.jobs.runUntilIdle();
    expect(await fixture.refundsOf(order.id)).toMatchObject([
      { amount: 1890, status: 'succeeded' },
    ]);
    expect(await readKeptAmount(order.id)).toBe(0);
  });

  it('of a completed order is recorded and logged once, and changes no state', async () => {
    const order = await fixture.order('complete', { buyer, seller });
    fixture.provider.returnMoney(order.id);
    await fixture.deliver(order.id);
    await fixture.deliver(order.id);
    expect(await fixture.orderOf(order.id)).toMatchObject({
      serviceStatus: 'complete',
      amountRefunded: 4990,
    });
    expect(fixture.warnings).toEqual([
      {
        fields: {
          payment: order.id,
          serviceStatus: 'complete',
          price: 4990,
          amountPaid: 4990,
          amountRefunded: 4990,
        },
        message: 'money moved that does not settle its order',
      },
    ]);
  });
});

describe('a refund that failed after it had succeeded', () => {
  const createRefundedOrder = async () => {
    const order = await fixture.order('awaiting_start', { buyer, seller });
    await fixture.call(seller, 'POST', `/api/payments/${order.id}/refund`);
    await fixture.jobs.runUntilIdle();
    const [refund] = await fixture.refundsOf(order.id);
    if (refund?.status !== 'succeeded') throw new Error('no refund');
    await fixture.deliver(order.id);
    expect(await fixture.orderOf(order.id)).toMatchObject({ amountRefunded: 4990 });
    fixture.failures.length = 0;
    fixture.provider.changeRecord(order.id, {
      status: 'paid',
      amountRefunded: 0,
      failedRefunds: [refund.id],
    });
    return { order, refund };
  };

  it('is queued and logged once, and is returned when it is sent again', async () => {
    const { order, refund } = await createRefundedOrder();
    for (let n = 0; n < 3; n += 1) await fixture.deliver(order.id);
    expect(await fixture.refundsOf(order.id)).toMatchObject([{ amount: 4990, status: 'failed' }]);
    expect(await fixture.orderOf(order.id)).toMatchObject({
      serviceStatus: 'refunded',
      amountRefunded: 0,
      amountTakenBack: 0,
    });
    const { id, amount } = refund;
    const failureReason = 'came back to the provider';
    expect(fixture.failures).toEqual([
      {
        fields: { refund: id, payment: order.id, amount, reason: 'seller', why: failureReason },
        message: 'a refund failed',
      },
    ]);
    const url = `/api/admin/refunds/${id}/retry`;
    await fixture.decideMoney(url, { reason: 'O banco devolveu.' });
    await fixture.jobs.runUntilIdle();
    await fixture.deliver(order.id);
    expect(Object.keys(fixture.provider.refundsOf(order.id))).toEqual([id, `${id}-1`]);
    expect(await fixture.refundsOf(order.id)).toMatchObject([{ id, status: 'succeeded' }]);
    expect(await fixture.orderOf(order.id)).toMatchObject({ amountRefunded: 4990 });
  });

  it('does not change when it was settled in another way', async () => {
    const { order } = await createRefundedOrder();
    await fixture.deliver(order.id);
    const [{ id } = { id: '' }] = await fixture.refundsOf(order.id);
    const url = `/api/admin/refunds/${id}/settle`;
    await fixture.decideMoney(url, { reason: 'Pago por fora.' });
    await fixture.deliver(order.id);
    expect(await fixture.refundsOf(order.id)).toMatchObject([{ status: 'succeeded' }]);
  });
});

describe('money that an order must not keep', () => {
  it('for closed accounts is refunded', async () => {
    const closedSeller = await fixture.person();
    const order = await fixture.order('awaiting_payment', { buyer, seller: closedSeller });
    await fixture.pool.query('UPDATE users SET deleted_at = now() WHERE uid = $1', [
      closedSeller.uid,
    ]);
    fixture.provider.pay(order.id);
    await fixture.deliver(order.id);
    await fixture.jobs.runUntilIdle();
    expect(await fixture.refundsOf(order.id)).toMatchObject([
      { amount: 4990, reason: 'account_closed', status: 'succeeded' },
    ]);
    expect(await fixture.ledgerOf(order.id)).toEqual([
      { kind: 'payment', buyer: -4990 },
      { kind: 'refund', buyer: 4990 },
    ]);
    expect(await readKeptAmount(order.id)).toBe(0);
  });

  it('for a seller who was suspended meanwhile is refunded', async () => {
    const suspendedSeller = await fixture.person();
    const order = await fixture.order('awaiting_payment', { buyer, seller: suspendedSeller });
    await fixture.pool.query('UPDATE users SET suspended_at = now() WHERE uid = $1', [
      suspendedSeller.uid,
    ]);
    fixture.provider.pay(order.id);
    await fixture.deliver(order.id);
    await fixture.deliver(order.id);
    await fixture.jobs.runUntilIdle();
    expect(await fixture.refundsOf(order.id)).toMatchObject([
      { amount: 4990, reason: 'account_closed', status: 'succeeded' },
    ]);
    expect(await readKeptAmount(order.id)).toBe(0);
    expect((await fixture.orderOf(order.id)).serviceStatus).toBe('awaiting_payment');
  });

  it.each([10, 9980])(
    'of %i centavos is refunded before and after the order’s deadline',
    async (amount) => {
      for (const isLate of [false, true]) {
        const order = await fixture.order(isLate ? 'cancelled' : 'awaiting_payment', {
          buyer,
          seller,
        });
        fixture.provider.pay(order.id, amount);
        await fixture.deliver(order.id);
        await fixture.deliver(order.id);
        await fixture.jobs.runUntilIdle();
        expect(await fixture.refundsOf(order.id)).toMatchObject([{ amount, status: 'succeeded' }]);
        expect(await fixture.ledgerOf(order.id)).toEqual([
          { kind: 'payment', buyer: -amount },
          { kind: 'refund', buyer: amount },
        ]);
        expect(await readKeptAmount(order.id)).toBe(0);
        const notifiedEvents = (await fixture.notificationsOf(order.id)).map(({ event }) => event);
        expect(notifiedEvents).toEqual(['returned']);
        // The one warning is about the payment; the webhook about Guilda's own refund logs none.
        await fixture.deliver(order.id);
        expect(fixture.warnings.splice(0)).toHaveLength(1);
      }
    },
  );

  it('that was recorded before refunds existed is refunded by the sweep, once', async () => {
    const cancelledOrder = await fixture.order('cancelled', { buyer, seller });
    const overpaidOrder = await fixture.order('awaiting_start', { buyer, seller });
    fixture.provider.pay(cancelledOrder.id);
    fixture.provider.pay(overpaidOrder.id, 9980);
    const unreturnedMoneySql = `UPDATE payments SET amount_paid = $2, provider_payment_id = 'pay_' || id WHERE id = $1`;
    await fixture.pool.query(unreturnedMoneySql, [cancelledOrder.id, 4990]);
    await fixture.pool.query(unreturnedMoneySql, [overpaidOrder.id, 9980]);
    await sweepOrders();
    await sweepOrders();
    expect(await fixture.refundsOf(cancelledOrder.id)).toMatchObject([
      { amount: 4990, reason: 'late', status: 'succeeded' },
    ]);
    expect(await fixture.refundsOf(overpaidOrder.id)).toMatchObject([
      { amount: 4990, reason: 'overpaid', status: 'succeeded' },
    ]);
    expect([
      await readKeptAmount(cancelledOrder.id),
      await readKeptAmount(overpaidOrder.id),
    ]).toEqual([0, 4990]);
    expect((await fixture.orderOf(overpaidOrder.id)).serviceStatus).toBe('awaiting_start');
  });

  it('is refunded once, however many webhooks arrive at the same time', async () => {
    const order = await fixture.order('cancelled', { buyer, seller });
    fixture.provider.pay(order.id);
    const answers = await Promise.all(Array.from({ length: 100 }, () => fixture.deliver(order.id)));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    await fixture.jobs.runUntilIdle();
    expect(Object.values(fixture.provider.refundsOf(order.id))).toEqual([4990]);
  });
});
