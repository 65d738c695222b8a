import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refusal } from '../../../test/harness.ts';
import { nobodyHears } from '../../../test/nobody-there.ts';
import { type PrivacyRig, picture, privacyRig } from '../../../test/privacy-rig.ts';
import { addServiceRow } from '../../../test/rows.ts';
import { deleteAccount } from './index.ts';

let rig: PrivacyRig;

beforeAll(async () => {
  rig = await privacyRig();
});

afterAll(() => rig.close());

/** Something that happens once, and can be waited for. */
function gate() {
  let pass: () => void = () => undefined;
  const passed = new Promise<void>((resolve) => {
    pass = resolve;
  });
  return { pass, passed };
}

/** Open orders of people whose account is closed: there must never be one. */
const orphans = async () =>
  (
    await rig.pool.query(`SELECT p.id FROM payments p
      JOIN users u ON u.uid IN (p.buyer_id, p.seller_id) AND u.deleted_at IS NOT NULL
      WHERE p.service_status IN ('awaiting_start', 'in_progress')`)
  ).rows;

describe('races', () => {
  test('the last administrator stays, also when two leave at once', async () => {
    const one = await rig.person({ role: 'admin', photo_url: picture() });
    const two = await rig.person({ role: 'admin' });
    await rig.person({ role: 'admin', suspended_at: new Date() });
    const [reached, open] = [gate(), gate()];
    const slowly = deleteAccount({
      ...rig,
      realtime: nobodyHears,
      enqueue: async () => {
        reached.pass();
        await open.passed;
      },
    });
    const first = slowly({
      kind: 'person',
      uid: one,
      role: 'admin',
      sessionId: '',
      adult: false,
      blocks: false,
    });
    await reached.passed;
    const second = refusal(rig.leave(two));
    await rig.somebodyWaits();
    open.pass();
    expect(await first).toMatchObject({ ok: true });
    expect(await second).toMatchObject({
      status: 409,
      code: 'last_admin',
      message: 'A última pessoa administradora não pode sair.',
    });
  });

  test.each(['seller', 'buyer'] as const)(
    'what a %s who leaves has not paid or sold yet ends, and is paid no more',
    async (leaver) => {
      const people = { seller: await rig.person(), buyer: await rig.person() };
      const service = await addServiceRow(rig.pool, people.seller);
      const { payment } = await rig.buy(people.buyer, service);
      await rig.leave(people[leaver]);
      await rig.jobs.runUntilIdle();
      const left = 'SELECT service_status AS status FROM payments WHERE id = $1';
      expect((await rig.pool.query(left, [payment.id])).rows).toEqual([{ status: 'cancelled' }]);
      const facts = await rig.provider.lookup({ orderId: payment.id });
      expect(facts).toMatchObject({ value: { status: 'expired' } });
      const told = `SELECT receiver_id FROM notifications
        WHERE additional_info->>'event' = 'revoked' AND additional_info->>'paymentId' = $1`;
      expect((await rig.pool.query(told, [payment.id])).rows).toEqual(
        leaver === 'seller' ? [{ receiver_id: people.buyer }] : [],
      );
    },
  );

  test.each(['seller', 'buyer'] as const)(
    'no purchase slips past a %s who leaves',
    async (leaver) => {
      const codes = new Set<unknown>();
      for (let round = 0; round < 25; round += 1) {
        const [seller, buyer] = [await rig.person(), await rig.person()];
        const service = await addServiceRow(rig.pool, seller, { price: 0 });
        const outcomes = await Promise.allSettled([
          ...Array.from({ length: 3 }, () => rig.buy(buyer, service)),
          rig.leave(leaver === 'seller' ? seller : buyer),
          ...Array.from({ length: 3 }, () => rig.buy(buyer, service)),
        ]);
        for (const each of outcomes) if (each.status === 'rejected') codes.add(each.reason.code);
        expect(await orphans()).toEqual([]);
      }
      const expected: unknown[] = ['open_orders', 'service_not_found', 'token_invalid'];
      expect([...codes].filter((code) => !expected.includes(code))).toEqual([]);
    },
  );

  test('a purchase that meets a closing account waits for it and finds nothing', async () => {
    const [seller, buyer] = [await rig.person(), await rig.person()];
    const service = await addServiceRow(rig.pool, seller, { price: 0 });
    const client = await rig.pool.connect();
    await client.query('BEGIN');
    await client.query('SELECT 1 FROM users WHERE uid = $1 FOR UPDATE', [seller]);
    const buying = refusal(rig.buy(buyer, service));
    await rig.somebodyWaits();
    await client.query('UPDATE users SET deleted_at = now() WHERE uid = $1', [seller]);
    await client.query('COMMIT');
    client.release();
    expect(await buying).toMatchObject({ status: 404, code: 'service_not_found' });
    expect(await orphans()).toEqual([]);
  });

  test('no payment arrives in an order whose seller has left', async () => {
    for (let round = 0; round < 15; round += 1) {
      const [seller, buyer] = [await rig.person(), await rig.person()];
      const service = await addServiceRow(rig.pool, seller);
      const { payment } = await rig.buy(buyer, service);
      rig.provider.pay(payment.id);
      const [delivered] = await Promise.all([
        rig.deliver(payment.id),
        rig.leave(seller).catch((error: unknown) => error),
      ]);
      expect(delivered.statusCode).toBe(200);
      expect(await orphans()).toEqual([]);
    }
  });

  test('money for an order whose seller has left is written down, not delivered', async () => {
    const [seller, buyer] = [await rig.person(), await rig.person()];
    const service = await addServiceRow(rig.pool, seller);
    const { payment } = await rig.buy(buyer, service);
    await rig.leave(seller);
    rig.provider.pay(payment.id);
    await rig.deliver(payment.id);
    const found = await rig.pool.query(
      'SELECT service_status, amount_paid FROM payments WHERE id = $1',
      [payment.id],
    );
    expect(found.rows).toEqual([{ service_status: 'awaiting_payment', amount_paid: 4990 }]);
  });
});
