import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createOrdersRig, type OrdersRig, successOf } from '../../../test/orders-rig.ts';
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
  rig.warnings.length = 0;
});

const sweep = async () => {
  await rig.deps.enqueue(rig.database.db, 'orders.sweep', {});
  await rig.jobs.runUntilIdle();
};
const keptOf = async (id: string) => {
  const facts = successOf(await rig.provider.lookup({ orderId: id }));
  return facts.amountPaid - facts.amountRefunded;
};

describe('money that the provider gave back by itself', () => {
  it.each(['awaiting_start', 'in_progress'] as const)('ends an order in %s', async (status) => {
    const order = await rig.order(status, { buyer, seller });
    rig.provider.takeBack(order.id);
    for (let n = 0; n < 3; n += 1) await rig.deliver(order.id);
    expect(await rig.orderOf(order.id)).toMatchObject({
      serviceStatus: 'refunded',
      amountRefunded: 4990,
    });
    expect((await rig.stepsOf(order.id)).at(-1)).toEqual({
      status: 'refunded',
      actor: 'provider',
      actor_id: null,
    });
    // It is back already: nothing of ours may send it a second time.
    expect(await rig.refundsOf(order.id)).toEqual([]);
    expect((await rig.ledgerOf(order.id)).at(-1)).toEqual({ kind: 'refund', buyer: 4990 });
    const told = (await rig.toldOf(order.id)).filter(({ event }) => event === 'refunded');
    expect(told.map(({ receiver }) => receiver)).toEqual([buyer.uid, seller.uid]);
  });

  it('in part changes no state, and is logged', async () => {
    const order = await rig.order('awaiting_start', { buyer, seller });
    rig.provider.takeBack(order.id, 1000);
    await rig.deliver(order.id);
    expect(await rig.orderOf(order.id)).toMatchObject({
      serviceStatus: 'awaiting_start',
      amountRefunded: 1000,
    });
    expect(rig.warnings).toHaveLength(1);
    await rig.call(seller, 'POST', `/api/payments/${order.id}/refund`);
    await rig.jobs.runUntilIdle();
    expect(await rig.refundsOf(order.id)).toMatchObject([{ amount: 3990, status: 'succeeded' }]);
    expect(await keptOf(order.id)).toBe(0);
  });

  it('in parts, before a refund and during it, ends no refund that was not made', async () => {
    const order = await rig.order('awaiting_start', { buyer, seller });
    rig.provider.takeBack(order.id, 3000);
    await rig.deliver(order.id);
    await rig.call(seller, 'POST', `/api/payments/${order.id}/refund`);
    rig.provider.takeBack(order.id, 100);
    await rig.deliver(order.id);
    expect(await rig.refundsOf(order.id)).toMatchObject([{ amount: 1990, status: 'pending' }]);
    await rig.jobs.runUntilIdle();
    expect(await rig.refundsOf(order.id)).toMatchObject([{ amount: 1890, status: 'succeeded' }]);
    expect(await keptOf(order.id)).toBe(0);
  });

  it('of a complete order is recorded and logged, once, and changes no state', async () => {
    const order = await rig.order('complete', { buyer, seller });
    rig.provider.takeBack(order.id);
    await rig.deliver(order.id);
    await rig.deliver(order.id);
    expect(await rig.orderOf(order.id)).toMatchObject({
      serviceStatus: 'complete',
      amountRefunded: 4990,
    });
    expect(rig.warnings).toEqual([
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
  const returned = async () => {
    const order = await rig.order('awaiting_start', { buyer, seller });
    await rig.call(seller, 'POST', `/api/payments/${order.id}/refund`);
    await rig.jobs.runUntilIdle();
    const [refund] = await rig.refundsOf(order.id);
    if (refund?.status !== 'succeeded') throw new Error('no refund');
    await rig.deliver(order.id);
    expect(await rig.orderOf(order.id)).toMatchObject({ amountRefunded: 4990 });
    rig.failures.length = 0;
    rig.provider.know(order.id, { status: 'paid', amountRefunded: 0, failedRefunds: [refund.id] });
    return { order, refund };
  };

  it('waits at the desk, told once, and goes back when it is sent again', async () => {
    const { order, refund } = await returned();
    for (let n = 0; n < 3; n += 1) await rig.deliver(order.id);
    expect(await rig.refundsOf(order.id)).toMatchObject([{ amount: 4990, status: 'failed' }]);
    expect(await rig.orderOf(order.id)).toMatchObject({
      serviceStatus: 'refunded',
      amountRefunded: 0,
      amountTakenBack: 0,
    });
    const { id, amount } = refund;
    const why = 'came back to the provider';
    expect(rig.failures).toEqual([
      {
        fields: { refund: id, payment: order.id, amount, reason: 'seller', why },
        message: 'a refund failed',
      },
    ]);
    const url = `/api/admin/refunds/${id}/retry`;
    await rig.call(await rig.person('admin'), 'POST', url, { reason: 'O banco devolveu.' });
    await rig.jobs.runUntilIdle();
    await rig.deliver(order.id);
    expect(Object.keys(rig.provider.refundsOf(order.id))).toEqual([id, `${id}-1`]);
    expect(await rig.refundsOf(order.id)).toMatchObject([{ id, status: 'succeeded' }]);
    expect(await rig.orderOf(order.id)).toMatchObject({ amountRefunded: 4990 });
  });

  it('stays as it is when it was paid by another way', async () => {
    const { order } = await returned();
    await rig.deliver(order.id);
    const [{ id } = { id: '' }] = await rig.refundsOf(order.id);
    const url = `/api/admin/refunds/${id}/settle`;
    await rig.call(await rig.person('admin'), 'POST', url, { reason: 'Pago por fora.' });
    await rig.deliver(order.id);
    expect(await rig.refundsOf(order.id)).toMatchObject([{ status: 'succeeded' }]);
  });
});

describe('money that no order may keep', () => {
  it('for closed accounts goes back', async () => {
    const leaver = await rig.person();
    const order = await rig.order('awaiting_payment', { buyer, seller: leaver });
    await rig.pool.query('UPDATE users SET deleted_at = now() WHERE uid = $1', [leaver.uid]);
    rig.provider.pay(order.id);
    await rig.deliver(order.id);
    await rig.jobs.runUntilIdle();
    expect(await rig.refundsOf(order.id)).toMatchObject([
      { amount: 4990, reason: 'account_closed', status: 'succeeded' },
    ]);
    expect(await rig.ledgerOf(order.id)).toEqual([
      { kind: 'payment', buyer: -4990 },
      { kind: 'refund', buyer: 4990 },
    ]);
    expect(await keptOf(order.id)).toBe(0);
  });

  it('for a seller who was suspended meanwhile goes back', async () => {
    const suspended = await rig.person();
    const order = await rig.order('awaiting_payment', { buyer, seller: suspended });
    await rig.pool.query('UPDATE users SET suspended_at = now() WHERE uid = $1', [suspended.uid]);
    rig.provider.pay(order.id);
    await rig.deliver(order.id);
    await rig.deliver(order.id);
    await rig.jobs.runUntilIdle();
    expect(await rig.refundsOf(order.id)).toMatchObject([
      { amount: 4990, reason: 'account_closed', status: 'succeeded' },
    ]);
    expect(await keptOf(order.id)).toBe(0);
    expect((await rig.orderOf(order.id)).serviceStatus).toBe('awaiting_payment');
  });

  it.each([10, 9980])(
    'of %i centavos goes back before and after the order’s time',
    async (amount) => {
      for (const late of [false, true]) {
        const order = await rig.order(late ? 'cancelled' : 'awaiting_payment', { buyer, seller });
        rig.provider.pay(order.id, amount);
        await rig.deliver(order.id);
        await rig.deliver(order.id);
        await rig.jobs.runUntilIdle();
        expect(await rig.refundsOf(order.id)).toMatchObject([{ amount, status: 'succeeded' }]);
        expect(await rig.ledgerOf(order.id)).toEqual([
          { kind: 'payment', buyer: -amount },
          { kind: 'refund', buyer: amount },
        ]);
        expect(await keptOf(order.id)).toBe(0);
        const told = (await rig.toldOf(order.id)).map(({ event }) => event);
        expect(told).toEqual(['returned']);
        // That our own refund arrived is nothing to warn of.
        await rig.deliver(order.id);
        expect(rig.warnings.splice(0)).toHaveLength(1);
      }
    },
  );

  it('that was recorded before there were refunds is picked up by the sweep, once', async () => {
    const cancelled = await rig.order('cancelled', { buyer, seller });
    const twice = await rig.order('awaiting_start', { buyer, seller });
    rig.provider.pay(cancelled.id);
    rig.provider.pay(twice.id, 9980);
    const left = `UPDATE payments SET amount_paid = $2, provider_payment_id = 'pay_' || id WHERE id = $1`;
    await rig.pool.query(left, [cancelled.id, 4990]);
    await rig.pool.query(left, [twice.id, 9980]);
    await sweep();
    await sweep();
    expect(await rig.refundsOf(cancelled.id)).toMatchObject([
      { amount: 4990, reason: 'late', status: 'succeeded' },
    ]);
    expect(await rig.refundsOf(twice.id)).toMatchObject([
      { amount: 4990, reason: 'overpaid', status: 'succeeded' },
    ]);
    expect([await keptOf(cancelled.id), await keptOf(twice.id)]).toEqual([0, 4990]);
    expect((await rig.orderOf(twice.id)).serviceStatus).toBe('awaiting_start');
  });

  it('goes back once, however many notices tell of it at the same time', async () => {
    const order = await rig.order('cancelled', { buyer, seller });
    rig.provider.pay(order.id);
    const answers = await Promise.all(Array.from({ length: 100 }, () => rig.deliver(order.id)));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    await rig.jobs.runUntilIdle();
    expect(Object.values(rig.provider.refundsOf(order.id))).toEqual([4990]);
  });
});

describe('notices of a whole life, late and in any order', () => {
  const permutations = (rest: readonly number[]): number[][] =>
    rest.length === 0
      ? [[]]
      : rest.flatMap((n) => permutations(rest.filter((m) => m !== n)).map((p) => [n, ...p]));

  it('of a payment and a chargeback end in the same state', async () => {
    for (const between of [0, 1, 2, 3]) {
      const order = await rig.order('awaiting_payment', { buyer, seller });
      rig.provider.pay(order.id);
      // So many of the three notices come before the chargeback, the rest after it.
      for (let n = 0; n < 3; n += 1) {
        if (n === between) rig.provider.takeBack(order.id);
        await rig.deliver(order.id, `evt_${n}_${order.id}`);
      }
      if (between === 3) rig.provider.takeBack(order.id);
      await rig.deliver(order.id);
      const steps = (await rig.stepsOf(order.id)).map(({ status }) => status);
      expect(steps).toEqual(['awaiting_payment', 'awaiting_start', 'refunded']);
      expect(await rig.refundsOf(order.id)).toEqual([]);
    }
  });

  it('of an expired checkout, a late payment and its refund end in the same state', async () => {
    const happenings = [
      (id: string) => rig.deliver(id, `evt_expired_${id}`),
      (id: string) => rig.deliver(id, `evt_paid_${id}`),
      (id: string) => rig.deliver(id, `evt_refunded_${id}`),
      (id: string) => rig.sendRefunds(id),
    ];
    for (const order of permutations([0, 1, 2, 3])) {
      const { id } = await rig.order('cancelled', { buyer, seller });
      await rig.provider.expire({ orderId: id });
      rig.provider.pay(id);
      for (const n of order) await happenings[n]?.(id);
      await rig.sendRefunds(id);
      expect(await rig.orderOf(id)).toMatchObject({ serviceStatus: 'cancelled', amountPaid: 4990 });
      expect(await rig.refundsOf(id)).toMatchObject([{ amount: 4990, status: 'succeeded' }]);
      expect(await keptOf(id)).toBe(0);
    }
  });
});
