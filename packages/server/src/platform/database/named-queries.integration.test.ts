import type { EventEmitter } from 'node:events';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { quietLog } from '../../../test/fixtures/server/quiet-log.ts';
import { withClient } from '../../../test/fixtures/server/template-database.ts';
import {
  createTestDatabase,
  type TestDatabase,
} from '../../../test/fixtures/server/test-database.ts';
import { createDatabase, type Database, type DatabaseOptions } from './pool.ts';
import { compileStatement } from './prepared.ts';
import { sql } from './query-builder.ts';
import { connectionOf } from './transaction-connection.ts';

let testDatabase: TestDatabase;
let database: Database;
/** Number of times that PostgreSQL has described the columns of a statement. */
let descriptions = 0;

beforeAll(async () => {
  testDatabase = await createTestDatabase({ empty: true });
});

afterAll(() => testDatabase.drop());

afterEach(() => database.close());

/** Opens a pool of one connection, whose descriptions of columns are counted. */
function openDatabase(options: Partial<DatabaseOptions> = {}): void {
  descriptions = 0;
  database = createDatabase(testDatabase.url, { max: 1, log: quietLog, ...options });
  database.pool.on('connect', (client) => {
    const connection: EventEmitter = Reflect.get(client, 'connection');
    connection.on('rowDescription', () => {
      descriptions += 1;
    });
  });
}

const queryNamed = (text: string, values: readonly unknown[] = []) =>
  database.pool.query({ name: text, text, values: [...values] });

const everyType = `SELECT $1::int AS whole, $2::bigint AS big, $3::numeric AS amount, $4::text AS words,
  $5::boolean AS yes, $6::timestamptz AS at, $7::bytea AS bytes, $8::jsonb AS document, $9::text[] AS list,
  $10::uuid AS id, NULL::text AS nothing, 1.5::float8 AS share, 7 AS "7"`;
const everyValue = [
  1,
  '9007199254740993',
  '49.90',
  'ação "x" \\ 🔥',
  true,
  new Date('2026-11-28T12:00:00.123Z'),
  Buffer.from([0, 1, 255]),
  { a: [1, null, 'é'] },
  ['a', 'b,"c"', null],
  'ad13c9a8-4bd0-4902-b04c-05f8296be797',
];

describe('named queries', () => {
  it('get the same result as by the driver alone, with columns that are known and that are not', async () => {
    openDatabase();
    const query = { name: 'every type', text: everyType, values: everyValue };
    const plain = await withClient(testDatabase.url, (client) => client.query(query));
    for (const _ of [1, 2]) {
      const { rows, rowCount, command, fields } = await database.pool.query(query);
      expect({ rows, rowCount, command }).toStrictEqual({
        rows: plain.rows,
        rowCount: 1,
        command: 'SELECT',
      });
      expect(fields).toEqual(plain.fields);
      expect(Object.keys(rows[0])).toEqual(Object.keys(plain.rows[0]));
    }
  });

  it('ask for their columns once on each connection, in transactions as well', async () => {
    openDatabase();
    const numbers = compileStatement<{ n: number }>(
      sql`SELECT n FROM generate_series(1, ${sql.placeholder('last')}::int) AS n`,
      'numbers',
    );
    expect(await numbers(database.pool, { last: 2 })).toEqual([{ n: 1 }, { n: 2 }]);
    expect(await numbers(database.pool, { last: 0 })).toEqual([]);
    await expect(numbers(database.pool, {})).rejects.toThrow('no value for the placeholder last');
    const inside = await database.transaction((tx) => numbers(connectionOf(tx), { last: 1 }));
    expect(inside).toEqual([{ n: 1 }]);
    expect(descriptions).toBe(1);
  });

  it('ask for their columns every time where a pooler may share connections', async () => {
    openDatabase({ pooled: true });
    for (const _ of [1, 2]) await queryNamed('SELECT 1 AS one');
    expect(descriptions).toBe(2);
  });

  it('tell how many rows they changed when they have no columns', async () => {
    openDatabase();
    await database.pool.query('CREATE TABLE changed (n int)');
    for (const _ of [1, 2]) {
      const answer = await queryNamed('INSERT INTO changed VALUES ($1), ($1)', [5]);
      expect(answer).toMatchObject({ rows: [], rowCount: 2, command: 'INSERT', fields: [] });
    }
  });

  it('fail alone: the connection works on', async () => {
    openDatabase();
    const divide = (by: number) => queryNamed('SELECT 6 / $1::int AS share', [by]);
    await expect(divide(0)).rejects.toMatchObject({ code: '22012' });
    expect((await divide(2)).rows).toEqual([{ share: 3 }]);
    await expect(divide(0)).rejects.toMatchObject({ code: '22012' });
    await expect(queryNamed('SELECT nothing FROM nowhere')).rejects.toMatchObject({
      code: '42P01',
    });
    const circle: Record<string, unknown> = {};
    circle['self'] = circle;
    await expect(queryNamed('SELECT $1::jsonb AS one', [circle])).rejects.toThrow('circular');
    await expect(
      database.transaction(async (tx) => {
        const failing = compileStatement(sql`SELECT 1 / 0 AS one`, 'failing');
        await failing(connectionOf(tx), {});
      }),
    ).rejects.toMatchObject({ code: '22012' });
    expect((await divide(3)).rows).toEqual([{ share: 2 }]);
  });

  it('fail when a value cannot be read, and the connection works on', async () => {
    openDatabase();
    const parser = pg.types.getTypeParser(3802, 'text');
    const text = `SELECT '{"a": 1}'::jsonb AS one UNION ALL SELECT '{}'`;
    pg.types.setTypeParser(3802, 'text', () => {
      throw new Error('unreadable');
    });
    try {
      await expect(queryNamed(text)).rejects.toThrow('unreadable');
    } finally {
      pg.types.setTypeParser(3802, 'text', parser as (text: string) => unknown);
    }
    expect((await queryNamed('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });

  it('are refused when two texts have one name', async () => {
    openDatabase();
    await database.pool.query({ name: 'one', text: 'SELECT 1 AS one', values: [] });
    const other = database.pool.query({ name: 'one', text: 'SELECT 2 AS one', values: [] });
    await expect(other).rejects.toThrow('two statements have the name "one"');
    expect((await queryNamed('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });

  it('end after the timeout of the pool', async () => {
    openDatabase({ queryTimeoutMs: 200 });
    await expect(queryNamed('SELECT pg_sleep(2)')).rejects.toThrow('Query read timeout');
  });

  it('are refused by PostgreSQL when the type of a column changes', async () => {
    openDatabase();
    await database.pool.query('CREATE TABLE typed (n int)');
    await queryNamed('SELECT n FROM typed');
    await withClient(testDatabase.url, (client) =>
      client.query('ALTER TABLE typed ALTER n TYPE text'),
    );
    await expect(queryNamed('SELECT n FROM typed')).rejects.toMatchObject({ code: '0A000' });
  });
});
