import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  createOrdersFixture,
  type OrdersFixture,
} from '../../../../test/fixtures/modules/money/orders-fixture.ts';
import { systemIds } from '../../../ports/ids.ts';
import { refundUnstartedOrders } from './refund-unstarted.ts';

let fixture: OrdersFixture;
beforeAll(async () => {
  fixture = await createOrdersFixture();
});
afterAll(() => fixture.close());

/** Creates two orders that wait for a permanently suspended seller, and a function that refunds them. */
async function setUpOrders() {
  const [buyer, seller] = [await fixture.person(), await fixture.person()];
  const orderIds: string[] = [];
  while (orderIds.length < 2)
    orderIds.push((await fixture.order('awaiting_start', { buyer, seller })).id);
  const suspend = (columns: string) =>
    fixture.pool.query(`UPDATE users SET ${columns} WHERE uid = $1`, [seller.uid]);
  await suspend('suspended_at = now()');
  const refundOrders = (afterTransaction = async () => {}) => {
    const transaction: typeof fixture.database.transaction = async (run) => {
      const result = await fixture.database.transaction(run);
      await afterTransaction();
      return result;
    };
    const database = { db: fixture.database.db, transaction };
    const deps = { database, ids: systemIds, orders: fixture.deps };
    return refundUnstartedOrders(deps)({ uid: seller.uid, actorId: null, caseId: null });
  };
  const readStates = () =>
    Promise.all(orderIds.map(async (id) => (await fixture.orderOf(id)).serviceStatus));
  return { suspend, refundOrders, readStates };
}

it('refunds orders that await their start when the seller is suspended without an end', async () => {
  const { refundOrders, readStates } = await setUpOrders();
  await refundOrders();
  expect(await readStates()).toEqual(['refunded', 'refunded']);
});

it.each([
  ['is lifted', 'suspended_at = NULL'],
  ['ends one day', "suspended_until = now() + interval '1 day'"],
])('waits on from when the suspension %s', async (_, columns) => {
  const { suspend, refundOrders, readStates } = await setUpOrders();
  await refundOrders(async () => void (await suspend(columns)));
  expect(await readStates()).toEqual(['refunded', 'awaiting_start']);
  await refundOrders();
  expect(await readStates()).toEqual(['refunded', 'awaiting_start']);
});
