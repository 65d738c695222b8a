import { afterAll, beforeAll, expect, it } from 'vitest';
import { createOrdersRig, type OrdersRig } from '../../../test/orders-rig.ts';
import { systemIds } from '../../ports/ids.ts';
import { refundUnstarted } from './refund-unstarted.ts';

let rig: OrdersRig;
beforeAll(async () => {
  rig = await createOrdersRig();
});
afterAll(() => rig.close());

/** Two orders that wait for a seller who is suspended for good, and what gives them back. */
async function scene() {
  const [buyer, seller] = [await rig.person(), await rig.person()];
  const orders: string[] = [];
  while (orders.length < 2) orders.push((await rig.order('awaiting_start', { buyer, seller })).id);
  const suspend = (columns: string) =>
    rig.pool.query(`UPDATE users SET ${columns} WHERE uid = $1`, [seller.uid]);
  await suspend('suspended_at = now()');
  const giveBack = (after = async () => {}) => {
    const transaction: typeof rig.database.transaction = async (run) => {
      const done = await rig.database.transaction(run);
      await after();
      return done;
    };
    const database = { db: rig.database.db, transaction };
    const deps = { database, ids: systemIds, orders: rig.deps };
    return refundUnstarted(deps)({ uid: seller.uid, actorId: null, caseId: null });
  };
  const states = () => Promise.all(orders.map(async (id) => (await rig.orderOf(id)).serviceStatus));
  return { suspend, giveBack, states };
}

it('goes back with the suspension for good of who should start it', async () => {
  const { giveBack, states } = await scene();
  await giveBack();
  expect(await states()).toEqual(['refunded', 'refunded']);
});

it.each([
  ['is lifted', 'suspended_at = NULL'],
  ['ends one day', "suspended_until = now() + interval '1 day'"],
])('waits on from when the suspension %s', async (_, columns) => {
  const { suspend, giveBack, states } = await scene();
  await giveBack(async () => void (await suspend(columns)));
  expect(await states()).toEqual(['refunded', 'awaiting_start']);
  await giveBack();
  expect(await states()).toEqual(['refunded', 'awaiting_start']);
});
