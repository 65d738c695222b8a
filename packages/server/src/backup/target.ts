import type pg from 'pg';
import type { DatabaseLog } from '../platform/database/log.ts';
import { MIGRATIONS_LOCK, migrate } from '../platform/database/migrate.ts';
import { createDatabase } from '../platform/database/pool.ts';
import { migrateQueue } from '../platform/jobs/queue.ts';
import { connect, cut, isServed, quoted } from './connection.ts';
import { BackupError } from './errors.ts';
import { type Head, JOBS } from './format.ts';
import {
  clearKeptByClock,
  firstWithRows,
  listMigrations,
  listTables,
  type Table,
} from './tables.ts';

const quiet: DatabaseLog = { debug() {}, info() {}, warn() {}, error() {} };

/** Refuses a database that holds anything, or is of a newer program than the backup. */
async function assertEmpty(client: pg.Client, { migrations }: Head): Promise<void> {
  const there = await listMigrations(client);
  const tables = await listTables(client);
  if (there.length === 0 && tables.length > 0) {
    throw new BackupError(
      'O banco de destino tem tabelas de outro programa: use um banco vazio. Nada foi restaurado.',
    );
  }
  const held = await firstWithRows(client, tables);
  if (held !== null) {
    throw new BackupError(
      `O banco de destino não está vazio (${held} tem linhas): use um banco vazio. Nada foi restaurado.`,
    );
  }
  if (there.some((name, i) => name !== migrations[i])) {
    throw new BackupError(
      'O banco de destino já foi preparado por outra versão da Guilda: use um banco vazio. ' +
        'Nada foi restaurado.',
    );
  }
}

async function assertUnserved(client: pg.Client): Promise<void> {
  if (!(await isServed(client))) return;
  throw new BackupError(
    'A Guilda está em funcionamento no banco de destino: pare-a antes. Nada foi restaurado.',
  );
}

/**
 * Brings an empty database to where the backup's was, tables of the queue included.
 * @throws BackupError when it is not empty or a program serves it
 */
export async function prepareTarget(url: string, head: Head): Promise<void> {
  const client = await connect(url, 'guilda-restore');
  let there: readonly string[];
  try {
    await assertUnserved(client);
    await assertEmpty(client, head);
    there = await listMigrations(client);
  } finally {
    await cut(client);
  }
  const count = head.migrations.length - there.length;
  // For none the library would take all.
  if (count > 0) await migrate(url, quiet, { count });
  const database = createDatabase(url, { log: quiet, max: 2 });
  await migrateQueue({ database, log: quiet }).finally(() => database.close());
}

/** What has to be put back once all rows are there. */
export interface Unbound {
  /** Tables of the backup that this database has not: none of the product's. */
  readonly skipped: ReadonlySet<string>;
  /** Makes references and triggers hold again; rejects when a row refers to nothing. */
  bind(): Promise<void>;
}

async function references(client: pg.Client) {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(
    `SELECT n.nspname || '.' || t.relname AS table, c.conname AS name,
       pg_get_constraintdef(c.oid) AS definition
     FROM pg_constraint c JOIN pg_class t ON t.oid = c.conrelid
       JOIN pg_namespace n ON n.oid = t.relnamespace
     WHERE c.contype = 'f' AND c.conparentid = 0 AND n.nspname IN ('public', 'sandbox')
     ORDER BY c.oid`,
  );
  return rows;
}

/**
 * Within the caller's transaction, makes tables take rows in any order and as they are: references
 * are dropped and made anew afterwards, which asks each row once, and the product's own triggers
 * rest. The owner of the tables may do both.
 */
export async function unbind(client: pg.Client, head: Head): Promise<Unbound> {
  await client.query('SELECT pg_advisory_xact_lock($1)', [MIGRATIONS_LOCK]);
  await assertEmpty(client, head);
  const tables = await listTables(client);
  await clearKeptByClock(client, tables);
  const bound = await references(client);
  for (const { table, name } of bound) {
    await client.query(`ALTER TABLE ${quoted(table)} DROP CONSTRAINT ${quoted(name)}`);
  }
  const each = async (what: 'DISABLE' | 'ENABLE') => {
    for (const { name } of tables) {
      await client.query(`ALTER TABLE ${quoted(name)} ${what} TRIGGER USER`);
    }
  };
  await each('DISABLE');
  const known = new Set([...tables.map(({ name }: Table) => name), JOBS]);
  const skipped = head.tables.map(({ name }) => name).filter((name) => !known.has(name));
  return {
    skipped: new Set(skipped),
    bind: async () => {
      for (const { table, name, definition } of bound) {
        await client.query(
          `ALTER TABLE ${quoted(table)} ADD CONSTRAINT ${quoted(name)} ${definition}`,
        );
      }
      await each('ENABLE');
    },
  };
}
