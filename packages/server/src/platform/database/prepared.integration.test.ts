import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { quietLog } from '../../../test/fixtures/server/quiet-log.ts';
import {
  createTestDatabase,
  type TestDatabase,
} from '../../../test/fixtures/server/test-database.ts';
import { createDatabase, type Database } from './pool.ts';
import { compileSharedRead, compileStatement, type Queryable } from './prepared.ts';
import { sql } from './query-builder.ts';

const id = sql.placeholder('id');
/** Returns another number at each execution. */
const readAccount = compileSharedRead<{ cents: number; execution: number }>(
  sql`SELECT cents, random() AS execution FROM accounts WHERE id = ${id}`,
  'a shared account',
);

let testDatabase: TestDatabase;
let database: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase({ empty: true });
});
afterAll(() => testDatabase.drop());
beforeEach(async () => {
  database = createDatabase(testDatabase.pooledUrl, { max: 4, log: quietLog });
  await database.db.execute(sql`create table accounts (id int primary key, cents int)`);
  await database.db.execute(sql`insert into accounts values (1, 100), (2, 100)`);
});
afterEach(async () => {
  await database.db.execute(sql`drop table accounts`);
  await database.close();
});

const executionOf = async (connection: Queryable, accountId: number) =>
  (await readAccount(connection, { id: accountId }))[0]?.execution;

describe('a shared read', () => {
  it('is executed once for the calls of one turn of the event loop', async () => {
    const { pool } = database;
    const [first, second, other] = await Promise.all([
      executionOf(pool, 1),
      executionOf(pool, 1),
      executionOf(pool, 2),
    ]);
    expect(second).toBe(first);
    expect(other).not.toBe(first);
  });

  it('is executed again for a call that comes during an execution, and then reads newer data', async () => {
    const readSlowly = compileSharedRead<{ cents: number }>(
      sql`SELECT cents FROM accounts, pg_sleep(8) WHERE id = ${id}`,
    );
    const firstCall = readSlowly(database.pool, { id: 1 });
    // A statement is "active" before it has its snapshot; it sleeps only afterwards.
    const isExecuting = async () => {
      const { rows } = await database.db.execute(
        sql`select from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'
          and query like 'SELECT cents FROM%'`,
      );
      return rows.length > 0;
    };
    await expect.poll(isExecuting).toBe(true);
    await database.db.execute(sql`update accounts set cents = 1 where id = 1`);
    expect(await readSlowly(database.pool, { id: 1 })).toEqual([{ cents: 1 }]);
    expect(await firstCall).toEqual([{ cents: 100 }]);
  });

  it('fails for all its callers, and works for those who come later', async () => {
    const divide = compileSharedRead<{ quotient: number }>(
      sql`SELECT 1 / cents AS quotient FROM accounts WHERE id = ${id}`,
    );
    await database.db.execute(sql`update accounts set cents = 0 where id = 1`);
    const results = await Promise.allSettled([1, 1].map((n) => divide(database.pool, { id: n })));
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await database.db.execute(sql`update accounts set cents = 1 where id = 1`);
    expect(await divide(database.pool, { id: 1 })).toEqual([{ quotient: 1 }]);
  });

  it('is not shared inside a transaction', async () => {
    const client = await database.pool.connect();
    const [first, second] = await Promise.all([executionOf(client, 1), executionOf(client, 1)]);
    client.release();
    expect(second).not.toBe(first);
  });

  it('differs from a statement that is executed for each call', async () => {
    const read = compileStatement<{ execution: number }>(sql`SELECT random() AS execution`);
    const [first, second] = await Promise.all([1, 2].map(() => read(database.pool, {})));
    expect(second).not.toEqual(first);
  });
});
