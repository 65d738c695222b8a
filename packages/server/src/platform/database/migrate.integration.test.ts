import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { quietLog } from '../../../test/fixtures/server/quiet-log.ts';
import { withClient } from '../../../test/fixtures/server/template-database.ts';
import {
  createTestDatabase,
  type TestDatabase,
} from '../../../test/fixtures/server/test-database.ts';
import { migrate } from './migrate.ts';

const FIRST = '-- Up Migration\n\ncreate table counted (n int); select pg_sleep(0.2);\n';
const SECOND = 'insert into counted values (1);\n';

let dir: string;
let database: TestDatabase;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'guilda-migrations-'));
  database = await createTestDatabase({ empty: true });
});

afterEach(async () => {
  await database.drop();
  await rm(dir, { recursive: true, force: true });
});

const run = () => migrate(database.url, quietLog, { dir });
const add = (name: string, sql: string) => writeFile(join(dir, `${name}.sql`), sql);

async function appliedMigrations(): Promise<number[]> {
  return withClient(database.url, async (client) => {
    const { rows } = await client.query<{ n: number }>('select n from counted order by n');
    return rows.map(({ n }) => n);
  });
}

describe('migrations', () => {
  it('run once when several nodes start together', async () => {
    await add('0001_first', FIRST);
    await add('0002_second', SECOND);
    const applied = await Promise.all([run(), run(), run()]);
    expect(applied.flat()).toEqual(['0001_first', '0002_second']);
    expect(await appliedMigrations()).toEqual([1]);
    expect(await run()).toEqual([]);
  });

  it('continue after the last applied file', async () => {
    await add('0001_first', FIRST);
    await run();
    await add('0002_second', SECOND);
    await add('0010_third', 'insert into counted values (3);');
    expect(await run()).toEqual(['0002_second', '0010_third']);
    expect(await appliedMigrations()).toEqual([1, 3]);
  });

  it('roll a failed file back, keep those before it, and release the lock', async () => {
    await add('0001_first', FIRST);
    await add('0002_second', 'insert into counted values (1); insert into missing values (1);');
    await expect(run()).rejects.toMatchObject({ code: '42P01' });
    expect(await appliedMigrations()).toEqual([]);
    await add('0002_second', SECOND);
    expect(await run()).toEqual(['0002_second']);
  });

  it('allow an older program to start on the schema of a newer one', async () => {
    await add('0001_first', FIRST);
    await add('0002_second', SECOND);
    await run();
    await rm(join(dir, '0002_second.sql'));
    expect(await run()).toEqual([]);
    expect(await appliedMigrations()).toEqual([1]);
  });

  it('refuse a file that comes before one already applied', async () => {
    await add('0002_second', 'create table counted (n int);');
    await run();
    await add('0001_first', 'select 1;');
    await expect(run()).rejects.toThrow('0001_first');
  });
});

describe("the product's migrations", () => {
  it('are all applied in the clones that tests use', async () => {
    const clone = await createTestDatabase();
    try {
      expect(await migrate(clone.url, quietLog)).toEqual([]);
    } finally {
      await clone.drop();
    }
  });
});
