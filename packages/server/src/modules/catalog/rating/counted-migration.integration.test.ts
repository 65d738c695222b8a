import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  buildPaidOrder,
  buildReview,
  buildService,
  buildUser,
} from '../../../../test/fixtures/data/builders.ts';
import {
  type EarlierDatabase,
  openEarlierDatabase,
} from '../../../../test/fixtures/server/earlier-database.ts';

let database: EarlierDatabase;
let pool: pg.Pool;
let seller: string;
beforeAll(async () => {
  database = await openEarlierDatabase('0037');
  pool = database.pool;
  seller = await buildUser(pool);
});
afterAll(() => database.close());

type RowColumns = Readonly<Record<string, unknown>>;

/**
 * Inserts a review and adds it to the sums of service and seller, as the program did before the migration under test.
 */
async function insertReview(
  service: string,
  buyer: string,
  rating: number,
  orderColumns: RowColumns = {},
) {
  const orderId = await buildPaidOrder(pool, { service, buyer, seller }, orderColumns);
  await buildReview(pool, { payment: orderId, service, seller }, buyer, { rating });
  for (const [table, key, id] of [
    ['services', 'id', service],
    ['users', 'uid', seller],
  ])
    await pool.query(
      `UPDATE ${table} SET rating_sum = rating_sum + $2, rating_count = rating_count + 1
       WHERE ${key} = $1`,
      [id, rating],
    );
}

const readRating = async (table: string, key: string, id: string) => {
  const { rows } = await pool.query(
    `SELECT rating_sum AS sum, rating_count AS count FROM ${table} WHERE ${key} = $1`,
    [id],
  );
  return rows[0];
};

it('counts existing reviews like new ones', async () => {
  const [ana, bia] = [await buildUser(pool), await buildUser(pool)];
  const expectedRatings: [string, { sum: number; count: number }][] = [];
  const createExpectedService = async (columns: RowColumns, sum: number, count: number) => {
    const id = await buildService(pool, seller, columns);
    expectedRatings.push([id, { sum, count }]);
    return id;
  };
  const paidService = await createExpectedService({}, 7, 2);
  await insertReview(paidService, ana, 1);
  await insertReview(paidService, ana, 3);
  await insertReview(paidService, bia, 4);
  const nowPaidService = await createExpectedService({}, 2, 1);
  await insertReview(nowPaidService, ana, 5, { price: 0 });
  await insertReview(nowPaidService, bia, 2);
  const freeService = await createExpectedService({ price: 0 }, 5, 1);
  await insertReview(freeService, ana, 5, { price: 0 });
  const mediaService = await createExpectedService({ type: 'media' }, 0, 0);
  await insertReview(mediaService, ana, 5);
  const formerAdultService = await createExpectedService({}, 3, 1);
  await insertReview(formerAdultService, ana, 5, { adult: true });
  await insertReview(formerAdultService, bia, 3);
  await createExpectedService({}, 0, 0);
  await database.migrate();
  for (const [id, expected] of expectedRatings)
    expect(await readRating('services', 'id', id)).toEqual(expected);
  expect(await readRating('users', 'uid', seller)).toEqual({ sum: 17, count: 5 });
  const { rows } = await pool.query(
    `SELECT category, rating_epoch AS epoch FROM payments WHERE service_id = $1 ORDER BY adult`,
    [formerAdultService],
  );
  expect(rows).toEqual([
    { category: 'valorant', epoch: 0 },
    { category: 'nudez', epoch: -1 },
  ]);
  const { rows: ranks } = await pool.query('SELECT rank FROM services WHERE id = $1', [
    paidService,
  ]);
  expect(ranks[0].rank).toBeCloseTo((7 + 17.5) / 7, 4);
});

it('counts what a node of the previous version writes', async () => {
  const serviceId = await buildService(pool, seller);
  const [ana, before] = [await buildUser(pool), await readRating('users', 'uid', seller)];
  for (const rating of [1, 5]) {
    const orderId = await buildPaidOrder(pool, { service: serviceId, buyer: ana, seller });
    const client = await pool.connect();
    await client.query('BEGIN');
    await buildReview(client, { payment: orderId, service: serviceId, seller }, ana, { rating });
    for (const [table, key, id] of [
      ['services', 'id', serviceId],
      ['users', 'uid', seller],
    ])
      await client.query(
        `UPDATE ${table} SET rating_sum = rating_sum + $2, rating_count = rating_count + 1
         WHERE ${key} = $1`,
        [id, rating],
      );
    await client.query('COMMIT');
    client.release();
  }
  expect(await readRating('services', 'id', serviceId)).toEqual({ sum: 5, count: 1 });
  const { sum, count } = before;
  expect(await readRating('users', 'uid', seller)).toEqual({ sum: sum + 5, count: count + 1 });
});
