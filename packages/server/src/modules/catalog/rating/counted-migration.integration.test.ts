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
  order: RowColumns = {},
) {
  const payment = await buildPaidOrder(pool, { service, buyer, seller }, order);
  await buildReview(pool, { payment, service, seller }, buyer, { rating });
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
  const made: [string, { sum: number; count: number }][] = [];
  const service = async (columns: RowColumns, sum: number, count: number) => {
    const id = await buildService(pool, seller, columns);
    made.push([id, { sum, count }]);
    return id;
  };
  const usual = await service({}, 7, 2);
  await insertReview(usual, ana, 1);
  await insertReview(usual, ana, 3);
  await insertReview(usual, bia, 4);
  const paid = await service({}, 2, 1);
  await insertReview(paid, ana, 5, { price: 0 });
  await insertReview(paid, bia, 2);
  const free = await service({ price: 0 }, 5, 1);
  await insertReview(free, ana, 5, { price: 0 });
  const media = await service({ type: 'media' }, 0, 0);
  await insertReview(media, ana, 5);
  const wasAdult = await service({}, 3, 1);
  await insertReview(wasAdult, ana, 5, { adult: true });
  await insertReview(wasAdult, bia, 3);
  await service({}, 0, 0);
  await database.migrate();
  for (const [id, expected] of made)
    expect(await readRating('services', 'id', id)).toEqual(expected);
  expect(await readRating('users', 'uid', seller)).toEqual({ sum: 17, count: 5 });
  const { rows } = await pool.query(
    `SELECT category, rating_epoch AS epoch FROM payments WHERE service_id = $1 ORDER BY adult`,
    [wasAdult],
  );
  expect(rows).toEqual([
    { category: 'valorant', epoch: 0 },
    { category: 'nudez', epoch: -1 },
  ]);
  const { rows: ranks } = await pool.query('SELECT rank FROM services WHERE id = $1', [usual]);
  expect(ranks[0].rank).toBeCloseTo((7 + 17.5) / 7, 4);
});

it('counts what a node of the previous version writes', async () => {
  const service = await buildService(pool, seller);
  const [ana, before] = [await buildUser(pool), await readRating('users', 'uid', seller)];
  for (const rating of [1, 5]) {
    const payment = await buildPaidOrder(pool, { service, buyer: ana, seller });
    const client = await pool.connect();
    await client.query('BEGIN');
    await buildReview(client, { payment, service, seller }, ana, { rating });
    for (const [table, key, id] of [
      ['services', 'id', service],
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
  expect(await readRating('services', 'id', service)).toEqual({ sum: 5, count: 1 });
  const { sum, count } = before;
  expect(await readRating('users', 'uid', seller)).toEqual({ sum: sum + 5, count: count + 1 });
});
