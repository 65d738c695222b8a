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

let testDatabase: TestDatabase;
let database: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase({ empty: true });
  await withClient(testDatabase.url, (client) =>
    client.query('create table accounts (id int constraint accounts_id primary key, cents int)'),
  );
});

afterAll(() => testDatabase.drop());

beforeEach(async () => {
  database = createDatabase(testDatabase.pooledUrl, { max: 4, log: quietLog });
  await database.db.execute(sql`truncate accounts`);
  await database.db.execute(sql`insert into accounts values (1, 100), (2, 100)`);
});

afterEach(() => database.close());

async function readCents(db: Db, rowId: number): Promise<number | undefined> {
  const { rows } = await db.execute<{ cents: number }>(
    sql`select cents from accounts where id = ${rowId}`,
  );
  return rows[0]?.cents;
}

function failureOf(runWork: Promise<unknown>): Promise<unknown> {
  return runWork.then(
    () => undefined,
    (error: unknown) => error,
  );
}

function addCents(db: Db, rowId: number, amount: number) {
  return db.execute(sql`update accounts set cents = cents + ${amount} where id = ${rowId}`);
}

describe('a transaction', () => {
  it('commits all its changes or none', async () => {
    await database.transaction((tx) => addCents(tx, 1, 5));
    const failedTransaction = database.transaction(async (tx) => {
      await addCents(tx, 1, 5);
      throw new Error('no');
    });
    await expect(failedTransaction).rejects.toThrow('no');
    expect(await readCents(database.db, 1)).toBe(105);
  });

  it('can be nested by savepoints', async () => {
    await database.transaction(async (tx) => {
      await addCents(tx, 1, 5);
      const innerTransaction = tx.transaction(async (nestedTx) => {
        await addCents(nestedTx, 2, 5);
        throw new Error('inner');
      });
      await innerTransaction.catch(() => undefined);
    });
    expect(await readCents(database.db, 1)).toBe(105);
    expect(await readCents(database.db, 2)).toBe(100);
  });

  it('runs again after a deadlock, so that both transactions succeed', async () => {
    let runCount = 0;
    let arrivedCount = 0;
    let reportBothUpdated = () => {};
    const bothUpdated = new Promise<void>((resolve) => {
      reportBothUpdated = resolve;
    });
    const move = (from: number, to: number) =>
      database.transaction(async (tx) => {
        runCount += 1;
        await addCents(tx, from, -10);
        arrivedCount += 1;
        if (arrivedCount === 2) reportBothUpdated();
        await bothUpdated;
        await addCents(tx, to, 10);
      });
    await Promise.all([move(1, 2), move(2, 1)]);
    // The retried transaction may run into a further conflict with the other transaction.
    expect(runCount).toBeGreaterThanOrEqual(3);
    expect(await readCents(database.db, 1)).toBe(100);
    expect(await readCents(database.db, 2)).toBe(100);
  });

  it('runs again after a serialization failure, at most four times in total', async () => {
    let runCount = 0;
    const work = database.transaction(
      async (tx) => {
        runCount += 1;
        const centsBefore = await readCents(tx, 1);
        await addCents(database.db, 1, 1);
        await tx.execute(sql`update accounts set cents = ${Number(centsBefore) + 1} where id = 1`);
      },
      { isolationLevel: 'repeatable read' },
    );
    expect(isDatabaseUnavailable(await failureOf(work))).toBe(true);
    expect(runCount).toBe(4);
    expect(await readCents(database.db, 1)).toBe(104);
  });

  it('does not run again for any other failure', async () => {
    let runCount = 0;
    const work = database.transaction(async (tx) => {
      runCount += 1;
      await tx.execute(sql`insert into accounts values (1, 0)`);
    });
    await expect(work).rejects.toThrow();
    expect(runCount).toBe(1);
  });

  it('returns every connection to the pool', async () => {
    for (let round = 0; round < 6; round += 1) {
      await database.transaction((tx) => addCents(tx, 1, 1));
      await database.transaction(() => Promise.reject(new Error('no'))).catch(() => undefined);
    }
    expect(database.pool.idleCount).toBe(database.pool.totalCount);
    expect(database.pool.totalCount).toBeLessThanOrEqual(4);
  });
});
