import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lockWaiters } from '../../../../test/fixtures/checks/lock-waiters.ts';
import { noopRealtime, noRunningCalls } from '../../../../test/fixtures/fakes/fake-presence.ts';
import {
  createOrdersFixture,
  type OrdersFixture,
} from '../../../../test/fixtures/modules/money/orders-fixture.ts';
import { holdTransaction } from '../../../../test/fixtures/server/hold-transaction.ts';
import type { Person } from '../../../platform/actor.ts';
import { systemIds } from '../../../ports/ids.ts';
import { blockPerson, lockUnblockedPair } from '../../users/index.ts';

let fixture: OrdersFixture;
beforeAll(async () => {
  fixture = await createOrdersFixture();
});
afterAll(() => fixture.close());

const buyService = (buyer: Person, serviceId: string) =>
  fixture.call(
    buyer,
    'POST',
    '/api/payments/checkout',
    { serviceId },
    { 'idempotency-key': systemIds.uuid() },
  );

const blockAccount = (actor: Person, { uid }: Person) =>
  blockPerson({ ...fixture.deps, ...noRunningCalls, realtime: noopRealtime })(actor, uid);

const countOrders = async (serviceId: string) =>
  (await fixture.pool.query('SELECT id FROM payments WHERE service_id = $1', [serviceId])).rowCount;

async function createBuyerAndService() {
  const [buyer, seller] = [await fixture.person(), await fixture.person()];
  return { buyer, seller, serviceId: (await fixture.service(seller, { price: 0 })).id };
}

describe('a block during a purchase', () => {
  it.each(['seller', 'buyer'] as const)(
    'set by the %s, ends the buying: what is bought was bought before it',
    async (role) => {
      for (let round = 0; round < 15; round += 1) {
        const { buyer, seller, serviceId } = await createBuyerAndService();
        const [by, of] = role === 'seller' ? [seller, buyer] : [buyer, seller];
        const purchasesBefore = [
          buyService(buyer, serviceId),
          buyService(buyer, serviceId),
          buyService(buyer, serviceId),
        ];
        const blockRequest = blockAccount(by, of).then(async ({ ok }) => ({
          ok,
          bought: await countOrders(serviceId),
        }));
        const answers = await Promise.all([...purchasesBefore, buyService(buyer, serviceId)]);
        const codes = answers.map(({ statusCode }) => statusCode);
        expect([201, 403]).toEqual(expect.arrayContaining(codes));
        const orderCount = codes.filter((code) => code === 201).length;
        expect(await blockRequest).toEqual({ ok: true, bought: orderCount });
        expect(await countOrders(serviceId)).toBe(orderCount);
        expect((await buyService(buyer, serviceId)).json()).toMatchObject({ code: 'blocked' });
      }
    },
  );

  it('waits for a purchase in progress', async () => {
    const { buyer, seller } = await createBuyerAndService();
    const events: string[] = [];
    let waitingTransaction: Promise<unknown> = Promise.resolve();
    await fixture.database.transaction(async (tx) => {
      expect(await lockUnblockedPair(tx, buyer.uid, seller.uid)).toBe(true);
      waitingTransaction = blockAccount(seller, buyer).then(() => events.push('blocked'));
      await expect.poll(() => lockWaiters(fixture.pool)).not.toHaveLength(0);
      events.push('bought');
    });
    await waitingTransaction;
    expect(events).toEqual(['bought', 'blocked']);
  });

  it('makes a waiting purchase fail as blocked', async () => {
    const { buyer, seller, serviceId } = await createBuyerAndService();
    const uids = [seller.uid, buyer.uid];
    await using blocking = await holdTransaction(
      fixture.pool,
      [
        `SELECT pg_advisory_xact_lock(hashtextextended('guilda block '
           || least($1::uuid, $2::uuid) || greatest($1::uuid, $2::uuid), 0))`,
        uids,
      ],
      ['INSERT INTO user_blocks (blocker_id, blocked_id) VALUES ($1, $2)', uids],
    );
    const purchaseRequest = buyService(buyer, serviceId);
    await blocking.waitForWaiters(1);
    await blocking.commit();
    expect((await purchaseRequest).json()).toMatchObject({ code: 'blocked' });
    expect(await countOrders(serviceId)).toBe(0);
  });
});
