import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  buildPackFile,
  buildPaidOrder,
  buildService,
  buildUser,
} from '../../fixtures/data/builders.ts';
import {
  type EarlierDatabase,
  openEarlierDatabase,
} from '../../fixtures/server/earlier-database.ts';

let database: EarlierDatabase;
let pool: pg.Pool;
let people: { service: string; seller: string; buyer: string };

beforeAll(async () => {
  database = await openEarlierDatabase('0112');
  pool = database.pool;
  const [seller, buyer] = [await buildUser(pool), await buildUser(pool)];
  people = { service: await buildService(pool, seller), seller, buyer };
});
afterAll(() => database.close());

/** Inserts a refund with an id of the provider, as old versions of the program kept it; returns the refund's id. */
async function insertRefund(status: string, attempt: number): Promise<string> {
  const [id, orderId] = [randomUUID(), await buildPaidOrder(pool, people)];
  await pool.query(
    `INSERT INTO refunds (id, payment_id, amount, reason, status, attempt, provider_refund_id)
     VALUES ($1, $2, 4990, 'seller', $3, $4, 'ref_1')`,
    [id, orderId, status, attempt],
  );
  return id;
}

const hasProviderId = async (id: string) =>
  (await pool.query('SELECT FROM refunds WHERE id = $1 AND provider_refund_id IS NOT NULL', [id]))
    .rowCount === 1;

/** Inserts an order with a pack file; returns the order's id. */
async function insertOrderWithFile(columns: Readonly<Record<string, unknown>>): Promise<string> {
  const orderId = await buildPaidOrder(pool, people, columns);
  await pool.query(
    'INSERT INTO order_archives (payment_id, archive_id, position) VALUES ($1, $2, 0)',
    [orderId, await buildPackFile(pool, people.seller)],
  );
  return orderId;
}

const hasFile = async (orderId: string) =>
  (await pool.query('SELECT FROM order_archives WHERE payment_id = $1', [orderId])).rowCount === 1;

it('the migrations mend refunds of the version before', async () => {
  const failedRefund = await insertRefund('failed', 1);
  const pendingRefund = await insertRefund('pending', 2);
  const refundsWithId = [
    await insertRefund('succeeded', 1),
    await insertRefund('pending', 0),
    await insertRefund('failed', 0),
  ];
  const unopenedOrder = await insertOrderWithFile({ price: 0, service_status: 'refunded' });
  const ordersWithFile = [
    await insertOrderWithFile({
      price: 0,
      service_status: 'refunded',
      pack_opened_at: new Date('2026-11-20T12:30:00Z'),
    }),
    await insertOrderWithFile({ service_status: 'refunded' }),
    await insertOrderWithFile({ price: 0, service_status: 'complete' }),
  ];
  await database.migrate();
  expect(await hasProviderId(failedRefund)).toBe(false);
  expect(await hasProviderId(pendingRefund)).toBe(false);
  expect(await Promise.all(refundsWithId.map(hasProviderId))).toEqual([true, true, true]);
  expect(await hasFile(unopenedOrder)).toBe(false);
  expect(await Promise.all(ordersWithFile.map(hasFile))).toEqual([true, true, true]);
});
