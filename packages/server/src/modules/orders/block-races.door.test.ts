import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nobodyCalls, nobodyHears, nobodyThere } from '../../../test/nobody-there.ts';
import { createOrdersRig, type OrdersRig } from '../../../test/orders-rig.ts';
import type { Person } from '../../platform/actor.ts';
import { systemIds } from '../../ports/ids.ts';
import { blockHandlers, keepUnblocked } from '../users/index.ts';

let rig: OrdersRig;
beforeAll(async () => {
  rig = await createOrdersRig();
});
afterAll(() => rig.close());

const buy = (buyer: Person, serviceId: string) =>
  rig.call(
    buyer,
    'POST',
    '/api/payments/checkout',
    { serviceId },
    { 'idempotency-key': systemIds.uuid() },
  );

type Call = Parameters<ReturnType<typeof blockHandlers>['blockUser']>[0];

const block = (actor: Person, { uid }: Person) =>
  // What else a call brings has no part in a block.
  blockHandlers({
    ...rig.deps,
    ...nobodyCalls,
    presence: nobodyThere,
    realtime: nobodyHears,
  }).blockUser({ actor, params: { uid } } as Call);

const orders = async (serviceId: string) =>
  (await rig.pool.query('SELECT id FROM payments WHERE service_id = $1', [serviceId])).rowCount;

const somebodyWaits = () =>
  expect
    .poll(async () => {
      const waiting = `SELECT 1 FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      return (await rig.pool.query(waiting)).rowCount;
    })
    .toBeGreaterThan(0);

async function pair() {
  const [buyer, seller] = [await rig.person(), await rig.person()];
  return { buyer, seller, serviceId: (await rig.service(seller, { price: 0 })).id };
}

describe('a block that comes while the other buys', () => {
  it.each(['seller', 'buyer'] as const)(
    'set by the %s, ends the buying: what is bought was bought before it',
    async (who) => {
      for (let round = 0; round < 15; round += 1) {
        const { buyer, seller, serviceId } = await pair();
        const [by, of] = who === 'seller' ? [seller, buyer] : [buyer, seller];
        const before = [buy(buyer, serviceId), buy(buyer, serviceId), buy(buyer, serviceId)];
        const blocked = block(by, of).then(async ({ ok }) => ({
          ok,
          bought: await orders(serviceId),
        }));
        const answers = await Promise.all([...before, buy(buyer, serviceId)]);
        const codes = answers.map(({ statusCode }) => statusCode);
        expect([201, 403]).toEqual(expect.arrayContaining(codes));
        const made = codes.filter((code) => code === 201).length;
        expect(await blocked).toEqual({ ok: true, bought: made });
        expect(await orders(serviceId)).toBe(made);
        expect((await buy(buyer, serviceId)).json()).toMatchObject({ code: 'blocked' });
      }
    },
  );

  it('waits for a purchase under way', async () => {
    const { buyer, seller } = await pair();
    const order: string[] = [];
    let waiting: Promise<unknown> = Promise.resolve();
    await rig.database.transaction(async (tx) => {
      expect(await keepUnblocked(tx, buyer.uid, seller.uid)).toBe(true);
      waiting = block(seller, buyer).then(() => order.push('blocked'));
      await somebodyWaits();
      order.push('bought');
    });
    await waiting;
    expect(order).toEqual(['bought', 'blocked']);
  });

  it('is waited for by a purchase, which then meets it', async () => {
    const { buyer, seller, serviceId } = await pair();
    const blocker = await rig.pool.connect();
    await blocker.query('BEGIN');
    await blocker.query(
      `SELECT pg_advisory_xact_lock(hashtextextended('guilda block '
         || least($1::uuid, $2::uuid) || greatest($1::uuid, $2::uuid), 0))`,
      [seller.uid, buyer.uid],
    );
    await blocker.query('INSERT INTO user_blocks (blocker_id, blocked_id) VALUES ($1, $2)', [
      seller.uid,
      buyer.uid,
    ]);
    const buying = buy(buyer, serviceId);
    await somebodyWaits();
    await blocker.query('COMMIT');
    blocker.release();
    expect((await buying).json()).toMatchObject({ code: 'blocked' });
    expect(await orders(serviceId)).toBe(0);
  });
});
