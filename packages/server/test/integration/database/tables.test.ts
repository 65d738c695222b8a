import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getTableConfig, is, PgTable } from '../../../src/platform/database/query-builder.ts';
import { createTestDatabase, type TestDatabase } from '../../fixtures/server/test-database.ts';

let database: TestDatabase;
let columnsByFullName: Map<string, { type: string; nullable: boolean }>;

beforeAll(async () => {
  database = await createTestDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query(
    `SELECT table_name, column_name, udt_name, is_nullable FROM information_schema.columns
     WHERE table_schema = 'public'`,
  );
  await client.end();
  columnsByFullName = new Map(
    rows.map((row) => [
      `${row.table_name}.${row.column_name}`,
      { type: row.udt_name, nullable: row.is_nullable === 'YES' },
    ]),
  );
});
afterAll(() => database.drop());

const modulesFolder = new URL('../../../src/modules/', import.meta.url);
const tableFiles = globSync('**/*-{table,tables}.ts', { cwd: fileURLToPath(modulesFolder) });
const tableModules: Record<string, unknown>[] = await Promise.all(
  tableFiles.map((file) => import(new URL(file, modulesFolder).href)),
);
const moduleTables = tableModules
  .flatMap((module) => Object.values(module))
  .filter((value): value is PgTable => is(value, PgTable))
  .map((table) => getTableConfig(table));

const databaseTypeNames: Readonly<Record<string, string>> = {
  boolean: 'bool',
  bigint: 'int8',
  integer: 'int4',
  real: 'float4',
  smallint: 'int2',
  'text[]': '_text',
  'timestamp with time zone': 'timestamptz',
};

describe('the tables in queries', () => {
  it('all exist in the database', () => {
    expect(moduleTables.length).toBeGreaterThanOrEqual(9);
  });

  it.each(moduleTables.map((table) => [table.name, table] as const))(
    '%s has the columns that the migrations created',
    (name, table) => {
      for (const column of table.columns) {
        const storedColumn = columnsByFullName.get(`${name}.${column.name}`);
        const type = databaseTypeNames[column.getSQLType()] ?? column.getSQLType();
        expect({ column: column.name, ...storedColumn }).toEqual({
          column: column.name,
          type,
          nullable: !column.notNull,
        });
      }
    },
  );
});
