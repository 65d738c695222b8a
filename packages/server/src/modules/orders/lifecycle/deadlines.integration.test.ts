import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createOrdersFixture,
  type OrdersFixture,
  successOf,
} from '../../../../test/fixtures/modules/money/orders-fixture.ts';
import { quietLog } from '../../../../test/fixtures/server/quiet-log.ts';
import type { Person } from '../../../platform/actor.ts';
import { createDatabase } from '../../../platform/database/pool.ts';
import { createJobs } from '../../../platform/jobs/index.ts';
import { systemIds } from '../../../ports/ids.ts';
import type { OrderTasks } from '../index.ts';
import { orderTasks } from '../tasks.ts';

let fixture: OrdersFixture;
let buyer: Person;
let seller: Person;
beforeAll(async () => {
  fixture = await createOrdersFixture();
  buyer = await fixture.person();
  seller = await fixture.person();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  fixture.provider.down = false;
  await fixture.pool.query('DELETE FROM graphile_worker._private_jobs');
});

const inTwoHours = () => new Date(Date.now() + 2 * 3_600_000);
const inEightDays = () => new Date(Date.now() + 8 * 24 * 3_600_000);
const statusOf = async (id: string) => (await fixture.orderOf(id)).serviceStatus;
const sweepOrders = async () => {
  await fixture.deps.enqueue(fixture.database.db, 'orders.sweep', {});
  await fixture.jobs.runUntilIdle();
};

describe('an order that is not paid in time', () => {
  it('is cancelled by its own job, notifies the buyer, and closes its checkout', async () => {
    const order = await fixture.order('awaiting_payment', { buyer, seller });
    await fixture.lapse(order.id);
    await fixture.jobs.runUntilIdle({ until: inTwoHours() });
    expect((await fixture.stepsOf(order.id)).at(-1)).toEqual({
      status: 'cancelled',
      actor: 'system',
      actor_id: null,
    });
    expect(await fixture.provider.lookup({ orderId: order.id })).toMatchObject({
      value: { status: 'expired' },
    });
    expect(await fixture.notificationsOf(order.id)).toEqual([
      {
        event: 'expired',
        receiver: buyer.uid,
        sender: null,
        type: 'payment',
        content: `O prazo de pagamento do pedido ${order.purchaseCode} (“Aula de mira”) acabou, e o pedido foi cancelado.`,
      },
    ]);
  });

  it('is not cancelled before its deadline, and is scheduled again', async () => {
    const order = await fixture.order('awaiting_payment', { buyer, seller });
    // The job is enqueued without a start time, so it runs early, as on a worker whose clock is ahead.
    await fixture.deps.enqueue(
      fixture.database.db,
      'orders.expire',
      { paymentId: order.id },
      { key: `expire:${order.id}` },
    );
    await fixture.jobs.runUntilIdle();
    expect(await statusOf(order.id)).toBe('awaiting_payment');
    expect(await fixture.listWaitingJobs('orders.expire')).toEqual([{ paymentId: order.id }]);
  });

  it('is cancelled when the provider reports the checkout as expired, but not before its deadline', async () => {
    const order = await fixture.order('awaiting_payment', { buyer, seller });
    await fixture.provider.expire({ orderId: order.id });
    await fixture.deliver(order.id);
    expect(await statusOf(order.id)).toBe('awaiting_payment');
    await fixture.lapse(order.id);
    await fixture.deliver(order.id);
    await fixture.deliver(order.id);
    expect((await fixture.stepsOf(order.id)).at(-1)).toMatchObject({
      status: 'cancelled',
      actor: 'system',
    });
    expect(await fixture.notificationsOf(order.id)).toHaveLength(1);
  });

  it('is paid when the provider reports a payment first', async () => {
    const order = await fixture.order('awaiting_payment', { buyer, seller });
    fixture.provider.pay(order.id);
    await fixture.lapse(order.id);
    await fixture.jobs.runUntilIdle({ until: inTwoHours() });
    expect(await statusOf(order.id)).toBe('awaiting_start');
  });

  it('is retried while the provider does not answer', async () => {
    const order = await fixture.order('awaiting_payment', { buyer, seller });
    await fixture.lapse(order.id);
    fixture.provider.down = true;
    await fixture.jobs.runUntilIdle({ until: inTwoHours() });
    expect(await statusOf(order.id)).toBe('awaiting_payment');
    fixture.provider.down = false;
    await fixture.jobs.runUntilIdle({ until: inTwoHours() });
    expect(await statusOf(order.id)).toBe('cancelled');
  });

  it('is cancelled by the sweep when its job is lost, also without a checkout or an account', async () => {
    const { id: serviceId } = await fixture.service(seller);
    fixture.provider.down = true;
    const failedPurchase = await fixture.buy(buyer, {
      serviceId,
      idempotencyKey: systemIds.uuid(),
    });
    expect(failedPurchase.ok).toBe(false);
    fixture.provider.down = false;
    const { rows } = await fixture.pool.query('SELECT id FROM payments WHERE service_id = $1', [
      serviceId,
    ]);
    const orderWithoutCheckoutId: string = rows[0].id;
    const closedBuyer = await fixture.person();
    const orderOfClosedBuyer = await fixture.order('awaiting_payment', {
      buyer: closedBuyer,
      seller,
    });
    await fixture.pool.query('UPDATE users SET deleted_at = now() WHERE uid = $1', [
      closedBuyer.uid,
    ]);
    for (const id of [orderWithoutCheckoutId, orderOfClosedBuyer.id]) await fixture.lapse(id);
    await fixture.pool.query('DELETE FROM graphile_worker._private_jobs');
    await sweepOrders();
    for (const id of [orderWithoutCheckoutId, orderOfClosedBuyer.id]) {
      expect(await statusOf(id)).toBe('cancelled');
      expect(await fixture.notificationsOf(id)).toEqual([]);
    }
    const listAnswer = await fixture.call(buyer, 'GET', '/api/payments?status=cancelled&limit=50');
    expect(listAnswer.json().payments.map(({ id }: { id: string }) => id)).not.toContain(
      orderWithoutCheckoutId,
    );
  });

  it('races with its payment without losing a centavo', async () => {
    const orders = await Promise.all(
      Array.from({ length: 16 }, () => fixture.order('awaiting_payment', { buyer, seller })),
    );
    const tasks = orderTasks(fixture.deps);
    const { signal } = new AbortController();
    await Promise.all(
      orders.flatMap((order, n) => [
        fixture
          .lapse(order.id)
          .then(() => tasks['orders.expire']({ paymentId: order.id }, { signal })),
        (async () => {
          if (n % 2 === 0) await statusOf(order.id);
          fixture.provider.pay(order.id);
          await fixture.deliver(order.id);
        })(),
      ]),
    );
    await fixture.jobs.runUntilIdle();
    for (const { id } of orders) {
      const record = successOf(await fixture.provider.lookup({ orderId: id }));
      const keptAmount = record.amountPaid - record.amountRefunded;
      const orderAfter = { status: await statusOf(id), kept: keptAmount };
      expect([
        { status: 'awaiting_start', kept: 4990 },
        { status: 'cancelled', kept: 0 },
      ]).toContainEqual(orderAfter);
    }
  });
});

describe('an order that is not started in time', () => {
  it.each([4990, 0])(
    'of %i centavos is refunded automatically and both are notified',
    async (price) => {
      const order = await fixture.order('awaiting_start', { buyer, seller, price });
      const hours = (order.startBy?.getTime() ?? 0) - (order.paidAt?.getTime() ?? 0);
      expect(Math.abs(hours - 168 * 3_600_000)).toBeLessThan(1_000);
      await fixture.jobs.runUntilIdle({ until: inEightDays() });
      expect(await statusOf(order.id)).toBe('awaiting_start');
      await fixture.deps.enqueue(
        fixture.database.db,
        'orders.refund_unstarted',
        { paymentId: order.id },
        { key: `unstarted:${order.id}` },
      );
      await fixture.lapse(order.id);
      await fixture.jobs.runUntilIdle();
      expect((await fixture.stepsOf(order.id)).at(-1)).toMatchObject({
        status: 'refunded',
        actor: 'system',
      });
      const refunds = price === 0 ? [] : [{ reason: 'not_started', status: 'succeeded' }];
      expect(await fixture.refundsOf(order.id)).toMatchObject(refunds);
      const refundNotifications = (await fixture.notificationsOf(order.id)).filter(
        ({ event }) => event === 'refunded',
      );
      expect(refundNotifications.map(({ receiver }) => receiver)).toEqual([buyer.uid, seller.uid]);
    },
  );

  it('has a job once it is paid, and is refunded by the sweep without one', async () => {
    const order = await fixture.order('awaiting_start', { buyer, seller });
    const freeOrder = await fixture.order('awaiting_start', { buyer, seller, price: 0 });
    const jobs = await fixture.listWaitingJobs('orders.refund_unstarted');
    expect(jobs).toEqual([{ paymentId: order.id }, { paymentId: freeOrder.id }]);
    await fixture.pool.query('DELETE FROM graphile_worker._private_jobs');
    await fixture.lapse(order.id);
    await sweepOrders();
    expect(await statusOf(order.id)).toBe('refunded');
    expect(await statusOf(freeOrder.id)).toBe('awaiting_start');
  });

  it('shows its deadline while it waits', async () => {
    const order = await fixture.order('awaiting_start', { buyer, seller });
    const readStartBy = async () =>
      (await fixture.call(buyer, 'GET', `/api/payments/${order.id}`)).json().payment.startBy;
    expect(await readStartBy()).toBe(order.startBy?.toISOString());
    await fixture.move({ action: 'start', orderId: order.id, by: 'seller', actorId: seller.uid });
    expect(await readStartBy()).toBeNull();
  });
});

describe('two processes on one database', () => {
  it('end every order once', async () => {
    const [unpaid, unstarted] = await Promise.all([
      Promise.all(
        Array.from({ length: 20 }, () => fixture.order('awaiting_payment', { buyer, seller })),
      ),
      Promise.all(
        Array.from({ length: 20 }, () => fixture.order('awaiting_start', { buyer, seller })),
      ),
    ]);
    const orders = [...unpaid, ...unstarted];
    for (const { id } of orders) await fixture.lapse(id);
    await fixture.pool.query('UPDATE graphile_worker._private_jobs SET run_at = now()');
    const databases = [1, 2].map(() =>
      createDatabase(fixture.databaseUrl, { log: quietLog, max: 6 }),
    );
    const workers = databases.map((database) =>
      createJobs<OrderTasks>(
        { database, log: quietLog },
        orderTasks({ ...fixture.deps, database }),
      ),
    );
    await Promise.all(workers.map((worker) => worker.start()));
    // The job `orders.sweep` of each worker enqueues the jobs of these orders a second time.
    for (const worker of workers) await worker.enqueue(fixture.database.db, 'orders.sweep', {});
    const openOrdersSql = `SELECT 1 FROM payments WHERE service_status IN ('awaiting_payment', 'awaiting_start')
      AND id = ANY($1::uuid[])`;
    const ids = orders.map(({ id }) => id);
    await expect
      .poll(async () => (await fixture.pool.query(openOrdersSql, [ids])).rowCount, {
        timeout: 60_000,
      })
      .toBe(0);
    const pendingRefundsSql = `SELECT 1 FROM refunds WHERE status = 'pending' AND payment_id = ANY($1::uuid[])`;
    await expect
      .poll(async () => (await fixture.pool.query(pendingRefundsSql, [ids])).rowCount, {
        timeout: 60_000,
      })
      .toBe(0);
    await Promise.all(workers.map((worker) => worker.stop()));
    await Promise.all(databases.map((database) => database.close()));
    for (const { id } of unpaid) {
      expect(await fixture.stepsOf(id)).toHaveLength(2);
      expect(await fixture.notificationsOf(id)).toHaveLength(1);
    }
    for (const { id } of unstarted) {
      expect(await fixture.stepsOf(id)).toHaveLength(3);
      expect(Object.values(fixture.provider.refundsOf(id))).toEqual([4990]);
      const events = (await fixture.notificationsOf(id)).map(({ event }) => event);
      expect(events).toEqual(['paid', 'refunded', 'refunded']);
    }
  });
});
