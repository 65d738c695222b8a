import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { quietLog } from '../../../test/fixtures/server/quiet-log.ts';
import { withClient } from '../../../test/fixtures/server/template-database.ts';
import {
  createTestDatabase,
  type TestDatabase,
} from '../../../test/fixtures/server/test-database.ts';
import { createDatabase, type Database, type Db } from './pool.ts';
import { sql } from './query-builder.ts';
import { isDatabaseUnavailable } from './unavailable.ts';

let home: TestDatabase;
let database: Database;

beforeAll(async () => {
  home = await createTestDatabase({ empty: true });
  await withClient(home.url, (client) =>
    client.query('create table accounts (id int constraint accounts_id primary key, cents int)'),
  );
});

afterAll(() => home.drop());

beforeEach(async () => {
  database = createDatabase(home.pooledUrl, { max: 4, log: quietLog });
  await database.db.execute(sql`truncate accounts`);
  await database.db.execute(sql`insert into accounts values (1, 100), (2, 100)`);
});

afterEach(() => database.close());

async function cents(db: Db, id: number): Promise<number | undefined> {
  const { rows } = await db.execute<{ cents: number }>(
    sql`select cents from accounts where id = ${id}`,
  );
  return rows[0]?.cents;
}

function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  );
}

function add(db: Db, id: number, amount: number) {
  return db.execute(sql`update accounts set cents = cents + ${amount} where id = ${id}`);
}

describe('a transaction', () => {
  it('commits all its changes or none', async () => {
    await database.transaction((tx) => add(tx, 1, 5));
    const failed = database.transaction(async (tx) => {
      await add(tx, 1, 5);
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    expect(await cents(database.db, 1)).toBe(105);
  });

  it('can be nested by savepoints', async () => {
    await database.transaction(async (tx) => {
      await add(tx, 1, 5);
      const inner = tx.transaction(async (nested) => {
        await add(nested, 2, 5);
        throw new Error('inner');
      });
      await inner.catch(() => undefined);
    });
    expect(await cents(database.db, 1)).toBe(105);
    expect(await cents(database.db, 2)).toBe(100);
  });

  it('runs again after a deadlock, so that both transactions succeed', async () => {
    let runs = 0;
    let arrived = 0;
    let meet = () => {};
    const met = new Promise<void>((resolve) => {
      meet = resolve;
    });
    const move = (from: number, to: number) =>
      database.transaction(async (tx) => {
        runs += 1;
        await add(tx, from, -10);
        arrived += 1;
        if (arrived === 2) meet();
        await met;
        await add(tx, to, 10);
      });
    await Promise.all([move(1, 2), move(2, 1)]);
    // The retried transaction may conflict with the other one again when it is slow to get its row.
    expect(runs).toBeGreaterThanOrEqual(3);
    expect(await cents(database.db, 1)).toBe(100);
    expect(await cents(database.db, 2)).toBe(100);
  });

  it('runs again after a serialization failure, at most four times in total', async () => {
    let runs = 0;
    const work = database.transaction(
      async (tx) => {
        runs += 1;
        const before = await cents(tx, 1);
        await add(database.db, 1, 1);
        await tx.execute(sql`update accounts set cents = ${Number(before) + 1} where id = 1`);
      },
      { isolationLevel: 'repeatable read' },
    );
    expect(isDatabaseUnavailable(await failureOf(work))).toBe(true);
    expect(runs).toBe(4);
    expect(await cents(database.db, 1)).toBe(104);
  });

  it('does not run again for any other failure', async () => {
    let runs = 0;
    const work = database.transaction(async (tx) => {
      runs += 1;
      await tx.execute(sql`insert into accounts values (1, 0)`);
    });
    await expect(work).rejects.toThrow();
    expect(runs).toBe(1);
  });

  it('returns every connection to the pool', async () => {
    for (let round = 0; round < 6; round += 1) {
      await database.transaction((tx) => add(tx, 1, 1));
      await database.transaction(() => Promise.reject(new Error('no'))).catch(() => undefined);
    }
    expect(database.pool.idleCount).toBe(database.pool.totalCount);
    expect(database.pool.totalCount).toBeLessThanOrEqual(4);
  });
});
