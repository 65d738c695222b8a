import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createOrdersFixture,
  type OrdersFixture,
} from '../../../../test/fixtures/modules/money/orders-fixture.ts';
import { quietLog } from '../../../../test/fixtures/server/quiet-log.ts';
import type { Person } from '../../../platform/actor.ts';
import { createDatabase } from '../../../platform/database/pool.ts';
import { createJobs } from '../../../platform/jobs/index.ts';
import type { OrderTasks } from '../index.ts';
import { orderTasks } from '../tasks.ts';

let fixture: OrdersFixture;
let buyer: Person;
let seller: Person;
let stranger: Person;
let admin: Person;
beforeAll(async () => {
  fixture = await createOrdersFixture();
  buyer = await fixture.person();
  seller = await fixture.person();
  stranger = await fixture.person();
  admin = await fixture.person('admin');
});
afterAll(() => fixture.close());
beforeEach(() => {
  fixture.provider.down = false;
  fixture.provider.refundsAre = 'succeeded';
});

const createPaidOrder = (price = 4990) => fixture.order('awaiting_start', { buyer, seller, price });
const refundOrder = (person: Person | null, id: string) => fixture.refund(person, id);
const expectRefusal = async (
  answer: ReturnType<typeof refundOrder>,
  status: number,
  error: string,
) => {
  const { statusCode, body } = await answer;
  expect({ statusCode, error: JSON.parse(body).error }).toEqual({ statusCode: status, error });
};

const WRONG_STATUS = 'Status do pedido não permite esta ação.';

describe('refunding', () => {
  it('is allowed to the seller before the start', async () => {
    const order = await createPaidOrder();
    await expectRefusal(refundOrder(stranger, order.id), 404, 'Pedido não encontrado.');
    await expectRefusal(refundOrder(null, order.id), 401, 'Token não fornecido.');
    expect(await fixture.orderOf(order.id)).toEqual(order);

    const answer = await refundOrder(seller, order.id);
    expect(answer.statusCode).toBe(200);
    expect(answer.json().payment).toMatchObject({ serviceStatus: 'refunded', startBy: null });
    expect((await fixture.stepsOf(order.id)).at(-1)).toEqual({
      status: 'refunded',
      actor: 'seller',
      actor_id: seller.uid,
    });
    expect(await fixture.ledgerOf(order.id)).toEqual([
      { kind: 'payment', buyer: -4990 },
      { kind: 'refund', buyer: 4990 },
    ]);
    const repeatedResponse = await refundOrder(seller, order.id);
    expect(repeatedResponse.statusCode).toBe(200);
    expect(repeatedResponse.json()).toEqual(answer.json());
    await expectRefusal(refundOrder(admin, order.id), 409, 'Pagamento já processado.');
  });

  it('is allowed to administrators during the attendance, and not to the seller', async () => {
    const order = await fixture.order('in_progress', { buyer, seller });
    await expectRefusal(refundOrder(seller, order.id), 409, WRONG_STATUS);
    expect((await refundOrder(admin, order.id)).statusCode).toBe(200);
    expect((await refundOrder(admin, order.id)).statusCode).toBe(200);
    expect(await fixture.refundsOf(order.id)).toMatchObject([{ amount: 4990, reason: 'admin' }]);
  });

  it.each(['awaiting_payment', 'complete', 'cancelled'] as const)(
    'is too early or too late in %s',
    async (status) => {
      const order = await fixture.order(status, { buyer, seller });
      await expectRefusal(refundOrder(seller, order.id), 409, WRONG_STATUS);
      await expectRefusal(refundOrder(admin, order.id), 409, WRONG_STATUS);
      expect(await fixture.orderOf(order.id)).toEqual(order);
    },
  );

  it('of a free order moves no money', async () => {
    const order = await createPaidOrder(0);
    await fixture.jobs.runUntilIdle();
    const callsBefore = fixture.provider.calls.refund;
    expect((await refundOrder(seller, order.id)).statusCode).toBe(200);
    await fixture.jobs.runUntilIdle();
    expect(await fixture.refundsOf(order.id)).toEqual([]);
    expect(await fixture.ledgerOf(order.id)).toEqual([]);
    expect(fixture.provider.calls.refund).toBe(callsBefore);
  });
});

describe('the refund', () => {
  it('is sent after the commit, by a job that survives the process', async () => {
    const order = await createPaidOrder();
    await refundOrder(seller, order.id);
    const [row] = await fixture.refundsOf(order.id);
    expect(row).toMatchObject({ amount: 4990, reason: 'seller', status: 'pending' });
    // Nothing was sent yet. If this process ended now, another process would run the job that sends the refund.
    expect(fixture.provider.refundsOf(order.id)).toEqual({});
    await fixture.jobs.runUntilIdle();
    expect(fixture.provider.refundsOf(order.id)).toEqual({ [String(row?.id)]: 4990 });
    expect(await fixture.refundsOf(order.id)).toMatchObject([{ status: 'succeeded' }]);
  });

  it('is not recorded when the transaction fails', async () => {
    const order = await createPaidOrder();
    await fixture.pool.query(`
      CREATE FUNCTION break_refunds() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'broken' USING ERRCODE = '53100'; END $$;
      CREATE TRIGGER break_refunds BEFORE INSERT ON notifications
        FOR EACH ROW EXECUTE FUNCTION break_refunds()`);
    expect((await refundOrder(seller, order.id)).statusCode).toBe(503);
    await fixture.pool.query('DROP FUNCTION break_refunds CASCADE');
    expect(await fixture.orderOf(order.id)).toEqual(order);
    expect(await fixture.refundsOf(order.id)).toEqual([]);
    expect(await fixture.listWaitingJobs('orders.send_refund')).toEqual([]);
    expect(await fixture.stepsOf(order.id)).toHaveLength(2);
  });

  it('is sent again after a crash between the provider’s answer and our commit, and moves money once', async () => {
    const order = await createPaidOrder();
    await refundOrder(seller, order.id);
    await fixture.jobs.runUntilIdle();
    const [row] = await fixture.refundsOf(order.id);
    await fixture.pool.query(`UPDATE refunds SET status = 'pending' WHERE id = $1`, [row?.id]);
    const { enqueue } = fixture.deps;
    await enqueue(fixture.database.db, 'orders.send_refund', { refundId: String(row?.id) });
    await fixture.jobs.runUntilIdle();
    expect(fixture.provider.refundsOf(order.id)).toEqual({ [String(row?.id)]: 4990 });
    expect(await fixture.refundsOf(order.id)).toMatchObject([{ status: 'succeeded' }]);
  });

  it('is sent by another process when one dies while sending it', async () => {
    const order = await createPaidOrder();
    await refundOrder(seller, order.id);
    const database = createDatabase(fixture.databaseUrl, { log: quietLog, max: 4 });
    const dyingJobs = createJobs<OrderTasks>(
      { database, log: quietLog },
      orderTasks({ ...fixture.deps, database }),
    );
    const callsBefore = fixture.provider.calls.refund;
    fixture.provider.pause = () => new Promise<void>(() => undefined);
    await dyingJobs.start();
    await expect.poll(() => fixture.provider.calls.refund).toBe(callsBefore + 1);
    await dyingJobs.stop();
    await database.close();
    fixture.provider.pause = async () => {};
    expect(await fixture.refundsOf(order.id)).toMatchObject([{ status: 'pending' }]);
    await fixture.jobs.runUntilIdle({ until: new Date(Date.now() + 60_000) });
    expect(Object.values(fixture.provider.refundsOf(order.id))).toEqual([4990]);
    expect(await fixture.refundsOf(order.id)).toMatchObject([{ status: 'succeeded' }]);
  });

  it('is retried while the provider does not answer', async () => {
    const order = await createPaidOrder();
    fixture.provider.down = true;
    expect((await refundOrder(seller, order.id)).statusCode).toBe(200);
    await fixture.jobs.runUntilIdle();
    expect(await fixture.refundsOf(order.id)).toMatchObject([{ status: 'pending' }]);
    fixture.provider.down = false;
    await fixture.jobs.runUntilIdle({ until: new Date(Date.now() + 60_000) });
    expect(await fixture.refundsOf(order.id)).toMatchObject([{ status: 'succeeded' }]);
  });

  it('that the provider is processing is completed by its webhook or by the sweep', async () => {
    for (const newsSource of ['webhook', 'sweep'] as const) {
      fixture.provider.refundsAre = 'pending';
      const order = await createPaidOrder();
      await refundOrder(seller, order.id);
      await fixture.jobs.runUntilIdle();
      expect(await fixture.refundsOf(order.id)).toMatchObject([{ status: 'pending' }]);
      fixture.provider.finishRefunds();
      if (newsSource === 'webhook') await fixture.deliver(order.id);
      else {
        await fixture.pool.query(`UPDATE refunds SET updated_at = now() - interval '11 minutes'`);
        await fixture.deps.enqueue(fixture.database.db, 'orders.sweep', {});
        await fixture.jobs.runUntilIdle();
      }
      expect(await fixture.refundsOf(order.id)).toMatchObject([{ status: 'succeeded' }]);
    }
  });

  it('that fails finally is marked and logged without personal data', async () => {
    fixture.provider.refundsAre = 'failed';
    const order = await createPaidOrder();
    await refundOrder(seller, order.id);
    await fixture.jobs.runUntilIdle();
    const [row] = await fixture.refundsOf(order.id);
    expect(row).toMatchObject({ status: 'failed' });
    expect(fixture.failures.splice(0)).toEqual([
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
    // When the money is returned in the provider's dashboard, the next webhook completes the refund.
    fixture.provider.returnMoney(order.id);
    await fixture.deliver(order.id);
    expect(await fixture.refundsOf(order.id)).toMatchObject([{ status: 'succeeded' }]);
  });

  it('that cannot be sent for three days is marked as failed and logged', async () => {
    const order = await createPaidOrder();
    fixture.provider.down = true;
    await refundOrder(seller, order.id);
    await fixture.pool.query(
      `UPDATE refunds SET tried_from = now() - interval '73 hours' WHERE payment_id = $1`,
      [order.id],
    );
    await fixture.jobs.runUntilIdle();
    expect(await fixture.refundsOf(order.id)).toMatchObject([{ status: 'failed' }]);
    // The outcome of the call is unknown, so the attempt stays the same and a retry uses the same idempotency key.
    const attemptSql = 'SELECT attempt FROM refunds WHERE payment_id = $1';
    expect((await fixture.pool.query(attemptSql, [order.id])).rows).toEqual([{ attempt: 0 }]);
    expect(fixture.failures.splice(0)).toHaveLength(1);
    fixture.provider.down = false;
    fixture.provider.returnMoney(order.id);
    await fixture.deliver(order.id);
  });

  it('is reduced to the rest when the provider has returned a part on its own', async () => {
    const order = await createPaidOrder();
    fixture.provider.returnMoney(order.id, 1000);
    await refundOrder(seller, order.id);
    expect(await fixture.refundsOf(order.id)).toMatchObject([{ amount: 4990 }]);
    await fixture.jobs.runUntilIdle();
    expect(await fixture.refundsOf(order.id)).toMatchObject([
      { amount: 3990, reason: 'seller', status: 'succeeded' },
    ]);
    expect(Object.values(fixture.provider.refundsOf(order.id))).toEqual([3990]);
    expect(fixture.failures).toEqual([]);
  });

  it('is sent although the accounts were closed meanwhile', async () => {
    const closedPeople = { buyer: await fixture.person(), seller: await fixture.person() };
    const order = await fixture.order('awaiting_start', closedPeople);
    await refundOrder(closedPeople.seller, order.id);
    const closeAccountsSql = 'UPDATE users SET deleted_at = now() WHERE uid = ANY($1::uuid[])';
    await fixture.pool.query(closeAccountsSql, [[closedPeople.buyer.uid, closedPeople.seller.uid]]);
    await fixture.jobs.runUntilIdle();
    expect(await fixture.refundsOf(order.id)).toMatchObject([{ status: 'succeeded' }]);
  });

  it('is not sent twice when the money was returned in another way', async () => {
    const order = await createPaidOrder();
    await refundOrder(seller, order.id);
    fixture.provider.returnMoney(order.id);
    await fixture.jobs.runUntilIdle();
    expect(fixture.provider.refundsOf(order.id)).toEqual({});
    expect(await fixture.refundsOf(order.id)).toMatchObject([{ status: 'succeeded' }]);
    expect(fixture.failures).toEqual([]);
  });

  it('is not repeated by a provider that has forgotten its key', async () => {
    const order = await createPaidOrder();
    fixture.provider.pay(order.id, 2 * 4990);
    await fixture.deliver(order.id);
    const [overpaid] = await fixture.refundsOf(order.id);
    // Simulates a refund that was sent long ago, but whose result a crash or a restored backup has lost.
    fixture.provider.returnMoney(order.id, 4990);
    const backdateRefundSql = `UPDATE refunds SET created_at = now() - interval '2 hours' WHERE id = $1`;
    await fixture.pool.query(backdateRefundSql, [overpaid?.id]);
    fixture.provider.calls.refund = 0;
    await fixture.jobs.runUntilIdle();
    expect(fixture.provider.calls.refund).toBe(0);
    expect(await fixture.refundsOf(order.id)).toMatchObject([
      { amount: 4990, status: 'succeeded' },
    ]);
    expect((await fixture.orderOf(order.id)).serviceStatus).toBe('awaiting_start');
  });

  it('is sent although it is old, when the money was not returned', async () => {
    const order = await createPaidOrder();
    await refundOrder(seller, order.id);
    const backdateRefundSql = `UPDATE refunds SET created_at = now() - interval '2 hours' WHERE payment_id = $1`;
    await fixture.pool.query(backdateRefundSql, [order.id]);
    await fixture.jobs.runUntilIdle();
    const [sent] = await fixture.refundsOf(order.id);
    expect(fixture.provider.refundsOf(order.id)).toEqual({ [String(sent?.id)]: 4990 });
    expect(sent).toMatchObject({ status: 'succeeded' });
  });
});
