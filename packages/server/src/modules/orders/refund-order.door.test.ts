import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createOrdersRig, type OrdersRig } from '../../../test/orders-rig.ts';
import { quietLog } from '../../../test/quiet-log.ts';
import type { Person } from '../../platform/actor.ts';
import { createDatabase } from '../../platform/database/pool.ts';
import { createJobs } from '../../platform/jobs/index.ts';
import { type OrderTasks, orderTasks } from './index.ts';

let rig: OrdersRig;
let buyer: Person;
let seller: Person;
let stranger: Person;
let admin: Person;
beforeAll(async () => {
  rig = await createOrdersRig();
  buyer = await rig.person();
  seller = await rig.person();
  stranger = await rig.person();
  admin = await rig.person('admin');
});
afterAll(() => rig.close());
beforeEach(() => {
  rig.provider.down = false;
  rig.provider.refundsAre = 'succeeded';
});

const paid = (price = 4990) => rig.order('awaiting_start', { buyer, seller, price });
const refund = (who: Person | null, id: string) =>
  rig.call(who, 'POST', `/api/payments/${id}/refund`);
const refused = async (answer: ReturnType<typeof refund>, status: number, error: string) => {
  const { statusCode, body } = await answer;
  expect({ statusCode, error: JSON.parse(body).error }).toEqual({ statusCode: status, error });
};

const WRONG_STATUS = 'Status do pedido não permite esta ação.';

describe('refunding', () => {
  it('is for the seller before the start, and not for the buyer', async () => {
    const order = await paid();
    await refused(refund(buyer, order.id), 403, 'Apenas o vendedor pode reembolsar este pedido.');
    await refused(refund(stranger, order.id), 404, 'Pedido não encontrado.');
    await refused(refund(null, order.id), 401, 'Token não fornecido.');
    expect(await rig.orderOf(order.id)).toEqual(order);

    const answer = await refund(seller, order.id);
    expect(answer.statusCode).toBe(200);
    expect(answer.json().payment).toMatchObject({ serviceStatus: 'refunded', startBy: null });
    expect((await rig.stepsOf(order.id)).at(-1)).toEqual({
      status: 'refunded',
      actor: 'seller',
      actor_id: seller.uid,
    });
    expect(await rig.ledgerOf(order.id)).toEqual([
      { kind: 'payment', buyer: -4990 },
      { kind: 'refund', buyer: 4990 },
    ]);
    const again = await refund(seller, order.id);
    expect(again.statusCode).toBe(200);
    expect(again.json()).toEqual(answer.json());
    await refused(refund(admin, order.id), 409, 'Pagamento já processado.');
  });

  it('is for the team also during the attendance, and for the seller no more', async () => {
    const order = await rig.order('in_progress', { buyer, seller });
    await refused(refund(seller, order.id), 409, WRONG_STATUS);
    expect((await refund(admin, order.id)).statusCode).toBe(200);
    expect((await refund(admin, order.id)).statusCode).toBe(200);
    expect(await rig.refundsOf(order.id)).toMatchObject([{ amount: 4990, reason: 'admin' }]);
  });

  it.each(['awaiting_payment', 'complete', 'cancelled'] as const)(
    'is too early or too late in %s',
    async (status) => {
      const order = await rig.order(status, { buyer, seller });
      await refused(refund(seller, order.id), 409, WRONG_STATUS);
      await refused(refund(admin, order.id), 409, WRONG_STATUS);
      expect(await rig.orderOf(order.id)).toEqual(order);
    },
  );

  it('of a free order moves no money', async () => {
    const order = await paid(0);
    await rig.jobs.runUntilIdle();
    const calls = rig.provider.calls.refund;
    expect((await refund(seller, order.id)).statusCode).toBe(200);
    await rig.jobs.runUntilIdle();
    expect(await rig.refundsOf(order.id)).toEqual([]);
    expect(await rig.ledgerOf(order.id)).toEqual([]);
    expect(rig.provider.calls.refund).toBe(calls);
  });
});

describe('the money', () => {
  it('is sent after the commit, by a job that outlives the process', async () => {
    const order = await paid();
    await refund(seller, order.id);
    const [row] = await rig.refundsOf(order.id);
    expect(row).toMatchObject({ amount: 4990, reason: 'seller', status: 'pending' });
    // Nothing has left yet: a process killed here loses nothing, another one does the job.
    expect(rig.provider.refundsOf(order.id)).toEqual({});
    await rig.jobs.runUntilIdle();
    expect(rig.provider.refundsOf(order.id)).toEqual({ [String(row?.id)]: 4990 });
    expect(await rig.refundsOf(order.id)).toMatchObject([{ status: 'succeeded' }]);
  });

  it('is not sent when the transaction fails: nothing has happened at all', async () => {
    const order = await paid();
    await rig.pool.query(`
      CREATE FUNCTION break_refunds() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'broken' USING ERRCODE = '53100'; END $$;
      CREATE TRIGGER break_refunds BEFORE INSERT ON notifications
        FOR EACH ROW EXECUTE FUNCTION break_refunds()`);
    expect((await refund(seller, order.id)).statusCode).toBe(503);
    await rig.pool.query('DROP FUNCTION break_refunds CASCADE');
    expect(await rig.orderOf(order.id)).toEqual(order);
    expect(await rig.refundsOf(order.id)).toEqual([]);
    expect(await rig.waitingJobs('orders.send_refund')).toEqual([]);
    expect(await rig.stepsOf(order.id)).toHaveLength(2);
  });

  it('is sent again after a crash between the provider’s answer and ours, and moves once', async () => {
    const order = await paid();
    await refund(seller, order.id);
    await rig.jobs.runUntilIdle();
    const [row] = await rig.refundsOf(order.id);
    await rig.pool.query(`UPDATE refunds SET status = 'pending' WHERE id = $1`, [row?.id]);
    const { enqueue } = rig.deps;
    await enqueue(rig.database.db, 'orders.send_refund', { refundId: String(row?.id) });
    await rig.jobs.runUntilIdle();
    expect(rig.provider.refundsOf(order.id)).toEqual({ [String(row?.id)]: 4990 });
    expect(await rig.refundsOf(order.id)).toMatchObject([{ status: 'succeeded' }]);
  });

  it('is sent by another process when one ends in the middle of it', {
    timeout: 30_000,
  }, async () => {
    const order = await paid();
    await refund(seller, order.id);
    const database = createDatabase(rig.databaseUrl, { log: quietLog, max: 4 });
    const ending = createJobs<OrderTasks>(
      { database, log: quietLog },
      orderTasks({ ...rig.deps, database }),
    );
    const calls = rig.provider.calls.refund;
    rig.provider.pause = () => new Promise<void>(() => undefined);
    await ending.start();
    await expect.poll(() => rig.provider.calls.refund, { timeout: 10_000 }).toBe(calls + 1);
    await ending.stop();
    await database.close();
    rig.provider.pause = async () => {};
    expect(await rig.refundsOf(order.id)).toMatchObject([{ status: 'pending' }]);
    await rig.jobs.runUntilIdle({ until: new Date(Date.now() + 60_000) });
    expect(Object.values(rig.provider.refundsOf(order.id))).toEqual([4990]);
    expect(await rig.refundsOf(order.id)).toMatchObject([{ status: 'succeeded' }]);
  });

  it('waits for a provider that is away', async () => {
    const order = await paid();
    rig.provider.down = true;
    expect((await refund(seller, order.id)).statusCode).toBe(200);
    await rig.jobs.runUntilIdle();
    expect(await rig.refundsOf(order.id)).toMatchObject([{ status: 'pending' }]);
    rig.provider.down = false;
    await rig.jobs.runUntilIdle({ until: new Date(Date.now() + 60_000) });
    expect(await rig.refundsOf(order.id)).toMatchObject([{ status: 'succeeded' }]);
  });

  it('that the provider works on is followed up, by its notice or by the sweep', async () => {
    for (const told of ['notice', 'sweep'] as const) {
      rig.provider.refundsAre = 'pending';
      const order = await paid();
      await refund(seller, order.id);
      await rig.jobs.runUntilIdle();
      expect(await rig.refundsOf(order.id)).toMatchObject([{ status: 'pending' }]);
      rig.provider.finishRefunds();
      if (told === 'notice') await rig.deliver(order.id);
      else {
        await rig.pool.query(`UPDATE refunds SET updated_at = now() - interval '11 minutes'`);
        await rig.deps.enqueue(rig.database.db, 'orders.sweep', {});
        await rig.jobs.runUntilIdle();
      }
      expect(await rig.refundsOf(order.id)).toMatchObject([{ status: 'succeeded' }]);
    }
  });

  it('that fails for good is marked and told to the team, without a word about people', async () => {
    rig.provider.refundsAre = 'failed';
    const order = await paid();
    await refund(seller, order.id);
    await rig.jobs.runUntilIdle();
    const [row] = await rig.refundsOf(order.id);
    expect(row).toMatchObject({ status: 'failed' });
    expect(rig.failures.splice(0)).toEqual([
      {
        fields: {
          refund: row?.id,
          payment: order.id,
          amount: 4990,
          reason: 'seller',
          why: 'failed at the provider',
        },
        message: 'a refund failed',
      },
    ]);
    // Given back by hand in the provider's panel, it is closed by the next notice.
    rig.provider.takeBack(order.id);
    await rig.deliver(order.id);
    expect(await rig.refundsOf(order.id)).toMatchObject([{ status: 'succeeded' }]);
  });

  it('that cannot be sent for three days is marked and told', async () => {
    const order = await paid();
    rig.provider.down = true;
    await refund(seller, order.id);
    await rig.pool.query(
      `UPDATE refunds SET tried_from = now() - interval '73 hours' WHERE payment_id = $1`,
      [order.id],
    );
    await rig.jobs.runUntilIdle();
    expect(await rig.refundsOf(order.id)).toMatchObject([{ status: 'failed' }]);
    expect(rig.failures.splice(0)).toHaveLength(1);
    rig.provider.down = false;
    rig.provider.takeBack(order.id);
    await rig.deliver(order.id);
  });

  it('goes back in its rest when the provider gave a part back that nobody told us of', async () => {
    const order = await paid();
    rig.provider.takeBack(order.id, 1000);
    await refund(seller, order.id);
    expect(await rig.refundsOf(order.id)).toMatchObject([{ amount: 4990 }]);
    await rig.jobs.runUntilIdle();
    expect(await rig.refundsOf(order.id)).toMatchObject([
      { amount: 3990, reason: 'seller', status: 'succeeded' },
    ]);
    expect(Object.values(rig.provider.refundsOf(order.id))).toEqual([3990]);
    expect(rig.failures).toEqual([]);
  });

  it('goes back although its people have left meanwhile', async () => {
    const leavers = { buyer: await rig.person(), seller: await rig.person() };
    const order = await rig.order('awaiting_start', leavers);
    await refund(leavers.seller, order.id);
    const left = 'UPDATE users SET deleted_at = now() WHERE uid = ANY($1::uuid[])';
    await rig.pool.query(left, [[leavers.buyer.uid, leavers.seller.uid]]);
    await rig.jobs.runUntilIdle();
    expect(await rig.refundsOf(order.id)).toMatchObject([{ status: 'succeeded' }]);
  });

  it('that went back otherwise meanwhile does not go twice', async () => {
    const order = await paid();
    await refund(seller, order.id);
    rig.provider.takeBack(order.id);
    await rig.jobs.runUntilIdle();
    expect(rig.provider.refundsOf(order.id)).toEqual({});
    expect(await rig.refundsOf(order.id)).toMatchObject([{ status: 'succeeded' }]);
    expect(rig.failures).toEqual([]);
  });

  it('is not made anew by a provider that has forgotten its key', async () => {
    const order = await paid();
    rig.provider.pay(order.id, 2 * 4990);
    await rig.deliver(order.id);
    const [overpaid] = await rig.refundsOf(order.id);
    // Made before a crash or a backup, long ago.
    rig.provider.takeBack(order.id, 4990);
    const old = `UPDATE refunds SET created_at = now() - interval '2 hours' WHERE id = $1`;
    await rig.pool.query(old, [overpaid?.id]);
    rig.provider.calls.refund = 0;
    await rig.jobs.runUntilIdle();
    expect(rig.provider.calls.refund).toBe(0);
    expect(await rig.refundsOf(order.id)).toMatchObject([{ amount: 4990, status: 'succeeded' }]);
    expect((await rig.orderOf(order.id)).serviceStatus).toBe('awaiting_start');
  });

  it('is sent although it is old, when its money is still there', async () => {
    const order = await paid();
    await refund(seller, order.id);
    const old = `UPDATE refunds SET created_at = now() - interval '2 hours' WHERE payment_id = $1`;
    await rig.pool.query(old, [order.id]);
    await rig.jobs.runUntilIdle();
    const [sent] = await rig.refundsOf(order.id);
    expect(rig.provider.refundsOf(order.id)).toEqual({ [String(sent?.id)]: 4990 });
    expect(sent).toMatchObject({ status: 'succeeded' });
  });
});
