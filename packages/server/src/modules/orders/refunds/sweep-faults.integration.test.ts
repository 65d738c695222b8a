import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  createOrdersFixture,
  type OrdersFixture,
} from '../../../../test/fixtures/modules/money/orders-fixture.ts';
import { sweepOrders } from '../lifecycle/sweep-orders.ts';

let fixture: OrdersFixture;
beforeAll(async () => {
  fixture = await createOrdersFixture();
});
afterAll(() => fixture.close());

/** Creates two orders that received a late payment without a refund; returns their ids in the order of the sweep. */
async function createOrdersWithUnreturnedMoney() {
  const [buyer, seller] = [await fixture.person(), await fixture.person()];
  const orders = [
    await fixture.order('cancelled', { buyer, seller }),
    await fixture.order('cancelled', { buyer, seller }),
  ];
  for (const { id } of orders) {
    fixture.provider.pay(id);
    await fixture.pool.query(
      `UPDATE payments SET amount_paid = 4990, provider_payment_id = 'pay_' || id WHERE id = $1`,
      [id],
    );
  }
  const [first = '', second = ''] = orders.map(({ id }) => id).sort();
  return { first, second };
}

/** Creates an order whose refund has been pending for longer than ten minutes and has no job. */
async function createStaleRefund() {
  fixture.provider.refundsAre = 'pending';
  const order = await fixture.order('awaiting_start', {
    buyer: await fixture.person(),
    seller: await fixture.person(),
  });
  fixture.provider.pay(order.id, 2 * 4990);
  await fixture.deliver(order.id);
  await fixture.jobs.runUntilIdle();
  fixture.provider.finishRefunds();
  fixture.provider.refundsAre = 'succeeded';
  await fixture.pool.query(
    `UPDATE refunds SET updated_at = now() - interval '11 minutes' WHERE payment_id = $1`,
    [order.id],
  );
  await fixture.pool.query('DELETE FROM graphile_worker._private_jobs');
  return order.id;
}

it('an order whose money cannot be returned does not stop the sweep of the others', async () => {
  const stale = await createStaleRefund();
  const { first, second } = await createOrdersWithUnreturnedMoney();
  await fixture.pool.query(`
    CREATE FUNCTION refuse_refund() RETURNS trigger LANGUAGE plpgsql
      AS $$ BEGIN RAISE 'refused' USING ERRCODE = 'check_violation'; END $$;
    CREATE TRIGGER refuse_refund BEFORE INSERT ON refunds FOR EACH ROW
      WHEN (NEW.payment_id = '${first}') EXECUTE FUNCTION refuse_refund()`);
  const errors: unknown[][] = [];
  const log = { ...fixture.deps.log, error: (...line: unknown[]) => errors.push(line) };
  await expect(sweepOrders({ ...fixture.deps, log })()).rejects.toThrow();
  expect(errors).toEqual([
    [expect.objectContaining({ payment: first }), 'money of an order could not be returned'],
  ]);
  await fixture.jobs.runUntilIdle();
  expect(await fixture.refundsOf(first)).toEqual([]);
  for (const id of [second, stale])
    expect(await fixture.refundsOf(id)).toMatchObject([{ amount: 4990, status: 'succeeded' }]);

  await fixture.pool.query('DROP FUNCTION refuse_refund CASCADE');
  await sweepOrders(fixture.deps)();
  await fixture.jobs.runUntilIdle();
  expect(await fixture.refundsOf(first)).toMatchObject([{ amount: 4990, status: 'succeeded' }]);
});
