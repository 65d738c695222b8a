import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { quietLog } from '../../../test/fixtures/server/quiet-log.ts';
import { withClient } from '../../../test/fixtures/server/template-database.ts';
import {
  createTestDatabase,
  type TestDatabase,
} from '../../../test/fixtures/server/test-database.ts';
import { migrate } from './migrate.ts';

const FIRST_MIGRATION = '-- Up Migration\n\ncreate table counted (n int); select pg_sleep(0.2);\n';
const SECOND_MIGRATION = 'insert into counted values (1);\n';

let migrationsFolder: string;
let database: TestDatabase;

beforeEach(async () => {
  migrationsFolder = await mkdtemp(join(tmpdir(), 'guilda-migrations-'));
  database = await createTestDatabase({ empty: true });
});

afterEach(async () => {
  await database.drop();
  await rm(migrationsFolder, { recursive: true, force: true });
});

const runMigrations = () => migrate(database.url, quietLog, { dir: migrationsFolder });
const addMigration = (name: string, sql: string) =>
  writeFile(join(migrationsFolder, `${name}.sql`), sql);

async function readAppliedMigrations(): Promise<number[]> {
  return withClient(database.url, async (client) => {
    const { rows } = await client.query<{ n: number }>('select n from counted order by n');
    return rows.map(({ n }) => n);
  });
}

async function isIndexValid(name: string): Promise<boolean | undefined> {
  return withClient(database.url, async (client) => {
    const { rows } = await client.query<{ valid: boolean }>(
      'select indisvalid as valid from pg_index where indexrelid = $1::regclass',
      [name],
    );
    return rows[0]?.valid;
  });
}

describe('migrations', () => {
  it('run once when several nodes start together', async () => {
    await addMigration('0001_first', FIRST_MIGRATION);
    await addMigration('0002_second', SECOND_MIGRATION);
    const appliedByRun = await Promise.all([runMigrations(), runMigrations(), runMigrations()]);
    expect(appliedByRun.flat()).toEqual(['0001_first', '0002_second']);
    expect(await readAppliedMigrations()).toEqual([1]);
    expect(await runMigrations()).toEqual([]);
  });

  it('continue after the last applied file', async () => {
    await addMigration('0001_first', FIRST_MIGRATION);
    await runMigrations();
    await addMigration('0002_second', SECOND_MIGRATION);
    await addMigration('0010_third', 'insert into counted values (3);');
    expect(await runMigrations()).toEqual(['0002_second', '0010_third']);
    expect(await readAppliedMigrations()).toEqual([1, 3]);
  });

  it('roll a failed file back, keep those before it, and release the lock', async () => {
    await addMigration('0001_first', FIRST_MIGRATION);
    await addMigration(
      '0002_second',
      'insert into counted values (1); insert into missing values (1);',
    );
    await expect(runMigrations()).rejects.toMatchObject({ code: '42P01' });
    expect(await readAppliedMigrations()).toEqual([]);
    await addMigration('0002_second', SECOND_MIGRATION);
    expect(await runMigrations()).toEqual(['0002_second']);
  });

  it('allow an older program to start on the schema of a newer one', async () => {
    await addMigration('0001_first', FIRST_MIGRATION);
    await addMigration('0002_second', SECOND_MIGRATION);
    await runMigrations();
    await rm(join(migrationsFolder, '0002_second.sql'));
    expect(await runMigrations()).toEqual([]);
    expect(await readAppliedMigrations()).toEqual([1]);
  });

  it('build an index while another node waits and others write', async () => {
    await addMigration('0001_first', 'create table counted (n int);');
    await runMigrations();
    await addMigration(
      '0002_second',
      `-- Up Migration\n\n-- online
drop index concurrently if exists counted_n;
create index concurrently counted_n on counted (n);\n\n-- Down Migration\ndrop table counted;\n`,
    );
    const applied = await withClient(database.url, async (writer) => {
      // The index is built once this transaction has ended.
      await writer.query('begin; insert into counted values (1)');
      const runs = Promise.all([runMigrations(), runMigrations()]);
      await delay(500);
      await withClient(database.url, (other) => other.query('insert into counted values (2)'));
      await writer.query('commit');
      return runs;
    });
    expect(applied.flat()).toEqual(['0002_second']);
    expect(await readAppliedMigrations()).toEqual([1, 2]);
    expect(await isIndexValid('counted_n')).toBe(true);
  });

  it('build an index again that an interrupted run has left incomplete', async () => {
    await addMigration(
      '0001_first',
      'create table counted (n int); insert into counted values (1), (1);',
    );
    await runMigrations();
    const online = '-- online\ndrop index concurrently if exists counted_n;';
    await addMigration(
      '0002_second',
      `${online}\ncreate unique index concurrently counted_n on counted (n);`,
    );
    await expect(runMigrations()).rejects.toMatchObject({ code: '23505' });
    expect(await isIndexValid('counted_n')).toBe(false);
    await addMigration(
      '0002_second',
      `${online}\ncreate index concurrently counted_n on counted (n);`,
    );
    expect(await runMigrations()).toEqual(['0002_second']);
    expect(await isIndexValid('counted_n')).toBe(true);
  });

  it('warn of nothing when they run without a transaction on purpose', async () => {
    const warn = vi.fn();
    await addMigration('0001_first', '-- online\nselect 1;');
    await migrate(database.url, { ...quietLog, warn }, { dir: migrationsFolder });
    expect(warn.mock.calls).toEqual([]);
  });

  it('refuse a file that comes before one already applied', async () => {
    await addMigration('0002_second', 'create table counted (n int);');
    await runMigrations();
    await addMigration('0001_first', 'select 1;');
    await expect(runMigrations()).rejects.toThrow('0001_first');
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
