import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildService } from '../../../test/fixtures/data/builders.ts';
import {
  createPrivacyFixture,
  type PrivacyFixture,
} from '../../../test/fixtures/modules/privacy-fixture.ts';
import { holdTransaction } from '../../../test/fixtures/server/hold-transaction.ts';
import { errorOfCall } from '../../../test/fixtures/server/test-app.ts';

let fixture: PrivacyFixture;

beforeAll(async () => {
  fixture = await createPrivacyFixture();
});

afterAll(() => fixture.close());

/** Lists open orders of closed accounts; there must be none. */
const listOrphans = async () =>
  (
    await fixture.pool.query(`SELECT p.id FROM payments p
      JOIN users u ON u.uid IN (p.buyer_id, p.seller_id) AND u.deleted_at IS NOT NULL
      WHERE p.service_status IN ('awaiting_start', 'in_progress')`)
  ).rows;

describe('races', () => {
  test.each(['seller', 'buyer'] as const)(
    'what a %s who leaves has not paid or sold yet ends, and is paid no more',
    async (leavingSide) => {
      const uids = { seller: await fixture.buildPerson(), buyer: await fixture.buildPerson() };
      const service = await buildService(fixture.pool, uids.seller);
      const { payment } = await fixture.buy(uids.buyer, service);
      await fixture.leave(uids[leavingSide]);
      await fixture.jobs.runUntilIdle();
      const orderStatusSql = 'SELECT service_status AS status FROM payments WHERE id = $1';
      expect((await fixture.pool.query(orderStatusSql, [payment.id])).rows).toEqual([
        { status: 'cancelled' },
      ]);
      const lookupResult = await fixture.provider.lookup({ orderId: payment.id });
      expect(lookupResult).toMatchObject({ value: { status: 'expired' } });
      const notifiedUidsSql = `SELECT receiver_id FROM notifications
        WHERE additional_info->>'event' = 'revoked' AND additional_info->>'paymentId' = $1`;
      expect((await fixture.pool.query(notifiedUidsSql, [payment.id])).rows).toEqual(
        leavingSide === 'seller' ? [{ receiver_id: uids.buyer }] : [],
      );
    },
  );

  test.each(['seller', 'buyer'] as const)(
    'no purchase slips past a %s who leaves',
    async (leaver) => {
      const refusalCodes = new Set<unknown>();
      for (let round = 0; round < 25; round += 1) {
        const [seller, buyer] = [await fixture.buildPerson(), await fixture.buildPerson()];
        const service = await buildService(fixture.pool, seller, { price: 0 });
        const outcomes = await Promise.allSettled([
          ...Array.from({ length: 3 }, () => fixture.buy(buyer, service)),
          fixture.leave(leaver === 'seller' ? seller : buyer),
          ...Array.from({ length: 3 }, () => fixture.buy(buyer, service)),
        ]);
        for (const outcome of outcomes)
          if (outcome.status === 'rejected') refusalCodes.add(outcome.reason.code);
        expect(await listOrphans()).toEqual([]);
      }
      const possibleCodes: unknown[] = ['open_orders', 'service_not_found', 'token_invalid'];
      expect([...refusalCodes].filter((code) => !possibleCodes.includes(code))).toEqual([]);
    },
  );

  test('a purchase during the closing of an account waits for it and is refused', async () => {
    const [seller, buyer] = [await fixture.buildPerson(), await fixture.buildPerson()];
    const service = await buildService(fixture.pool, seller, { price: 0 });
    await using closing = await holdTransaction(fixture.pool, [
      'SELECT 1 FROM users WHERE uid = $1 FOR UPDATE',
      [seller],
    ]);
    const purchaseError = errorOfCall(fixture.buy(buyer, service));
    await closing.waitForWaiters(1);
    await closing.client.query('UPDATE users SET deleted_at = now() WHERE uid = $1', [seller]);
    await closing.commit();
    expect(await purchaseError).toMatchObject({ status: 404, code: 'service_not_found' });
    expect(await listOrphans()).toEqual([]);
  });

  test('an order whose seller closed the account cannot be paid', async () => {
    for (let round = 0; round < 15; round += 1) {
      const [seller, buyer] = [await fixture.buildPerson(), await fixture.buildPerson()];
      const service = await buildService(fixture.pool, seller);
      const { payment } = await fixture.buy(buyer, service);
      fixture.provider.pay(payment.id);
      const [webhookAnswer] = await Promise.all([
        fixture.deliver(payment.id),
        fixture.leave(seller).catch((error: unknown) => error),
      ]);
      expect(webhookAnswer.statusCode).toBe(200);
      expect(await listOrphans()).toEqual([]);
    }
  });

  test('a payment for an order whose seller closed the account is recorded, not delivered', async () => {
    const [seller, buyer] = [await fixture.buildPerson(), await fixture.buildPerson()];
    const service = await buildService(fixture.pool, seller);
    const { payment } = await fixture.buy(buyer, service);
    await fixture.leave(seller);
    fixture.provider.pay(payment.id);
    await fixture.deliver(payment.id);
    const orderRows = await fixture.pool.query(
      'SELECT service_status, amount_paid FROM payments WHERE id = $1',
      [payment.id],
    );
    expect(orderRows.rows).toEqual([{ service_status: 'awaiting_payment', amount_paid: 4990 }]);
  });
});
