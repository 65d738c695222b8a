import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createOrdersRig, type OrdersRig, successOf } from '../../../test/orders-rig.ts';
import { quietLog } from '../../../test/quiet-log.ts';
import type { Person } from '../../platform/actor.ts';
import { createDatabase } from '../../platform/database/pool.ts';
import { createJobs } from '../../platform/jobs/index.ts';
import { systemIds } from '../../ports/ids.ts';
import { type OrderTasks, orderTasks } from './index.ts';

let rig: OrdersRig;
let buyer: Person;
let seller: Person;
beforeAll(async () => {
  rig = await createOrdersRig();
  buyer = await rig.person();
  seller = await rig.person();
});
afterAll(() => rig.close());
beforeEach(async () => {
  rig.provider.down = false;
  await rig.pool.query('DELETE FROM graphile_worker._private_jobs');
});

const inTwoHours = () => new Date(Date.now() + 2 * 3_600_000);
const inEightDays = () => new Date(Date.now() + 8 * 24 * 3_600_000);
const statusOf = async (id: string) => (await rig.orderOf(id)).serviceStatus;
const sweep = async () => {
  await rig.deps.enqueue(rig.database.db, 'orders.sweep', {});
  await rig.jobs.runUntilIdle();
};

describe('an order that is not paid in time', () => {
  it('is cancelled by its own job, told to its buyer, and its checkout is closed', async () => {
    const order = await rig.order('awaiting_payment', { buyer, seller });
    await rig.lapse(order.id);
    await rig.jobs.runUntilIdle({ until: inTwoHours() });
    expect((await rig.stepsOf(order.id)).at(-1)).toEqual({
      status: 'cancelled',
      actor: 'system',
      actor_id: null,
    });
    expect(await rig.provider.lookup({ orderId: order.id })).toMatchObject({
      value: { status: 'expired' },
    });
    expect(await rig.toldOf(order.id)).toEqual([
      {
        event: 'expired',
        receiver: buyer.uid,
        sender: null,
        type: 'payment',
        content: `O prazo de pagamento do pedido ${order.purchaseCode} (“Aula de mira”) acabou, e o pedido foi cancelado.`,
      },
    ]);
  });

  it('is left alone before, and asked about again', async () => {
    const order = await rig.order('awaiting_payment', { buyer, seller });
    // A worker whose clock is ahead: the database's decides.
    await rig.deps.enqueue(
      rig.database.db,
      'orders.expire',
      { paymentId: order.id },
      { key: `expire:${order.id}` },
    );
    await rig.jobs.runUntilIdle();
    expect(await statusOf(order.id)).toBe('awaiting_payment');
    expect(await rig.waitingJobs('orders.expire')).toEqual([{ paymentId: order.id }]);
  });

  it('is over with the provider’s word that its checkout is closed, but not before its time', async () => {
    const order = await rig.order('awaiting_payment', { buyer, seller });
    await rig.provider.expire({ orderId: order.id });
    await rig.deliver(order.id);
    expect(await statusOf(order.id)).toBe('awaiting_payment');
    await rig.lapse(order.id);
    await rig.deliver(order.id);
    await rig.deliver(order.id);
    expect((await rig.stepsOf(order.id)).at(-1)).toMatchObject({
      status: 'cancelled',
      actor: 'system',
    });
    expect(await rig.toldOf(order.id)).toHaveLength(1);
  });

  it('is paid when the provider says so first', async () => {
    const order = await rig.order('awaiting_payment', { buyer, seller });
    rig.provider.pay(order.id);
    await rig.lapse(order.id);
    await rig.jobs.runUntilIdle({ until: inTwoHours() });
    expect(await statusOf(order.id)).toBe('awaiting_start');
  });

  it('waits for a provider that is away', async () => {
    const order = await rig.order('awaiting_payment', { buyer, seller });
    await rig.lapse(order.id);
    rig.provider.down = true;
    await rig.jobs.runUntilIdle({ until: inTwoHours() });
    expect(await statusOf(order.id)).toBe('awaiting_payment');
    rig.provider.down = false;
    await rig.jobs.runUntilIdle({ until: inTwoHours() });
    expect(await statusOf(order.id)).toBe('cancelled');
  });

  it('is caught by the sweep when its job is gone, without a checkout or an account too', async () => {
    const { id: serviceId } = await rig.service(seller);
    rig.provider.down = true;
    const failed = await rig.buy(buyer, { serviceId, idempotencyKey: systemIds.uuid() });
    expect(failed.ok).toBe(false);
    rig.provider.down = false;
    const { rows } = await rig.pool.query('SELECT id FROM payments WHERE service_id = $1', [
      serviceId,
    ]);
    const unseen: string = rows[0].id;
    const leaver = await rig.person();
    const left = await rig.order('awaiting_payment', { buyer: leaver, seller });
    await rig.pool.query('UPDATE users SET deleted_at = now() WHERE uid = $1', [leaver.uid]);
    for (const id of [unseen, left.id]) await rig.lapse(id);
    await rig.pool.query('DELETE FROM graphile_worker._private_jobs');
    await sweep();
    for (const id of [unseen, left.id]) {
      expect(await statusOf(id)).toBe('cancelled');
      expect(await rig.toldOf(id)).toEqual([]);
    }
    const list = await rig.call(buyer, 'GET', '/api/payments?status=cancelled&limit=50');
    expect(list.json().payments.map(({ id }: { id: string }) => id)).not.toContain(unseen);
  });

  it('races with its payment, and no centavo is lost', async () => {
    const orders = await Promise.all(
      Array.from({ length: 16 }, () => rig.order('awaiting_payment', { buyer, seller })),
    );
    const tasks = orderTasks(rig.deps);
    const { signal } = new AbortController();
    await Promise.all(
      orders.flatMap((order, n) => [
        rig.lapse(order.id).then(() => tasks['orders.expire']({ paymentId: order.id }, { signal })),
        (async () => {
          if (n % 2 === 0) await statusOf(order.id);
          rig.provider.pay(order.id);
          await rig.deliver(order.id);
        })(),
      ]),
    );
    await rig.jobs.runUntilIdle();
    for (const { id } of orders) {
      const facts = successOf(await rig.provider.lookup({ orderId: id }));
      const kept = facts.amountPaid - facts.amountRefunded;
      const after = { status: await statusOf(id), kept };
      expect([
        { status: 'awaiting_start', kept: 4990 },
        { status: 'cancelled', kept: 0 },
      ]).toContainEqual(after);
    }
  });
});

describe('an order that is not started in time', () => {
  it.each([4990, 0])('of %i centavos goes back by itself, told to both', async (price) => {
    const order = await rig.order('awaiting_start', { buyer, seller, price });
    const hours = (order.startBy?.getTime() ?? 0) - (order.paidAt?.getTime() ?? 0);
    expect(Math.abs(hours - 168 * 3_600_000)).toBeLessThan(1_000);
    await rig.jobs.runUntilIdle({ until: inEightDays() });
    expect(await statusOf(order.id)).toBe('awaiting_start');
    await rig.deps.enqueue(
      rig.database.db,
      'orders.refund_unstarted',
      { paymentId: order.id },
      { key: `unstarted:${order.id}` },
    );
    await rig.lapse(order.id);
    await rig.jobs.runUntilIdle();
    expect((await rig.stepsOf(order.id)).at(-1)).toMatchObject({
      status: 'refunded',
      actor: 'system',
    });
    const refunds = price === 0 ? [] : [{ reason: 'not_started', status: 'succeeded' }];
    expect(await rig.refundsOf(order.id)).toMatchObject(refunds);
    const told = (await rig.toldOf(order.id)).filter(({ event }) => event === 'refunded');
    expect(told.map(({ receiver }) => receiver)).toEqual([buyer.uid, seller.uid]);
  });

  it('has a job from the moment it is paid, and is caught by the sweep without one', async () => {
    const order = await rig.order('awaiting_start', { buyer, seller });
    const free = await rig.order('awaiting_start', { buyer, seller, price: 0 });
    const jobs = await rig.waitingJobs('orders.refund_unstarted');
    expect(jobs).toEqual([{ paymentId: order.id }, { paymentId: free.id }]);
    await rig.pool.query('DELETE FROM graphile_worker._private_jobs');
    await rig.lapse(order.id);
    await sweep();
    expect(await statusOf(order.id)).toBe('refunded');
    expect(await statusOf(free.id)).toBe('awaiting_start');
  });

  it('tells its deadline while it waits', async () => {
    const order = await rig.order('awaiting_start', { buyer, seller });
    const read = async () =>
      (await rig.call(buyer, 'GET', `/api/payments/${order.id}`)).json().payment.startBy;
    expect(await read()).toBe(order.startBy?.toISOString());
    await rig.move({ action: 'start', paymentId: order.id, by: 'seller', actorId: seller.uid });
    expect(await read()).toBeNull();
  });
});

describe('two processes on one database', () => {
  it('end every order once', { timeout: 40_000 }, async () => {
    const [unpaid, unstarted] = await Promise.all([
      Promise.all(
        Array.from({ length: 20 }, () => rig.order('awaiting_payment', { buyer, seller })),
      ),
      Promise.all(Array.from({ length: 20 }, () => rig.order('awaiting_start', { buyer, seller }))),
    ]);
    const orders = [...unpaid, ...unstarted];
    for (const { id } of orders) await rig.lapse(id);
    await rig.pool.query('UPDATE graphile_worker._private_jobs SET run_at = now()');
    const databases = [1, 2].map(() => createDatabase(rig.databaseUrl, { log: quietLog, max: 6 }));
    const workers = databases.map((database) =>
      createJobs<OrderTasks>({ database, log: quietLog }, orderTasks({ ...rig.deps, database })),
    );
    await Promise.all(workers.map((worker) => worker.start()));
    // The sweep of each adds the same jobs again.
    for (const worker of workers) await worker.enqueue(rig.database.db, 'orders.sweep', {});
    const open = `SELECT 1 FROM payments WHERE service_status IN ('awaiting_payment', 'awaiting_start')
      AND id = ANY($1::uuid[])`;
    const ids = orders.map(({ id }) => id);
    await expect
      .poll(async () => (await rig.pool.query(open, [ids])).rowCount, { timeout: 20_000 })
      .toBe(0);
    const pending = `SELECT 1 FROM refunds WHERE status = 'pending' AND payment_id = ANY($1::uuid[])`;
    await expect
      .poll(async () => (await rig.pool.query(pending, [ids])).rowCount, { timeout: 20_000 })
      .toBe(0);
    await Promise.all(workers.map((worker) => worker.stop()));
    await Promise.all(databases.map((database) => database.close()));
    for (const { id } of unpaid) {
      expect(await rig.stepsOf(id)).toHaveLength(2);
      expect(await rig.toldOf(id)).toHaveLength(1);
    }
    for (const { id } of unstarted) {
      expect(await rig.stepsOf(id)).toHaveLength(3);
      expect(Object.values(rig.provider.refundsOf(id))).toEqual([4990]);
      const events = (await rig.toldOf(id)).map(({ event }) => event);
      expect(events).toEqual(['paid', 'refunded', 'refunded']);
    }
  });
});
