import type pg from 'pg';
import type { DatabaseLog } from '../../platform/database/log.ts';
import { migrate } from '../../platform/database/migrate.ts';
import { createDatabase } from '../../platform/database/pool.ts';
import { migrateQueue } from '../../platform/jobs/queue.ts';
import { type BackupHead, JOBS_ENTRY } from '../archive/format.ts';
import { connectForBackup, destroySession, isProgramConnected, quoteName } from '../connection.ts';
import { BackupError } from '../errors.ts';
import {
  type BackupTable,
  deleteRowsOfScheduledJobs,
  findTableWithRows,
  listMigrations,
  listTables,
} from '../tables.ts';

const silentLog: DatabaseLog = { debug() {}, info() {}, warn() {}, error() {} };

/** Throws for a database that has rows, or that has migrations which the backup's database did not have. */
async function assertEmptyDatabase(client: pg.Client, { migrations }: BackupHead): Promise<void> {
  const appliedMigrations = await listMigrations(client);
  const tables = await listTables(client);
  if (appliedMigrations.length === 0 && tables.length > 0) {
    throw new BackupError(
      'O banco de destino tem tabelas de outro programa: use um banco vazio. Nada foi restaurado.',
    );
  }
  const table = await findTableWithRows(client, tables);
  if (table !== null) {
    throw new BackupError(
      `O banco de destino não está vazio (${table} tem linhas): use um banco vazio. Nada foi restaurado.`,
    );
  }
  if (appliedMigrations.some((name, i) => name !== migrations[i])) {
    throw new BackupError(
      'O banco de destino já foi preparado por outra versão da Guilda: use um banco vazio. ' +
        'Nada foi restaurado.',
    );
  }
}

async function assertNoProgramConnected(client: pg.Client): Promise<void> {
  if (!(await isProgramConnected(client))) return;
  throw new BackupError(
    'A Guilda está em funcionamento no banco de destino: pare-a antes. Nada foi restaurado.',
  );
}

/**
 * Migrates an empty database to the backup's version, including the queue's tables.
 * @throws BackupError when the database is not empty or a program is connected to it
 */
export async function prepareTarget(url: string, backupHead: BackupHead): Promise<void> {
  const client = await connectForBackup(url, 'guilda-restore');
  let appliedMigrations: readonly string[];
  try {
    await assertNoProgramConnected(client);
    await assertEmptyDatabase(client, backupHead);
    appliedMigrations = await listMigrations(client);
  } finally {
    await destroySession(client);
  }
  const missingCount = backupHead.migrations.length - appliedMigrations.length;
  // `migrate` is not called with a count of 0, because the library would apply all migrations.
  if (missingCount > 0) await migrate(url, silentLog, { count: missingCount });
  const database = createDatabase(url, { log: silentLog, max: 2 });
  await migrateQueue({ database, log: silentLog }).finally(() => database.close());
}

/** Constraints and triggers that are disabled while rows are loaded. */
export interface DisabledConstraints {
  /** Tables of the backup that this database does not have. */
  readonly skippedTables: ReadonlySet<string>;
  /** Restores foreign keys and triggers; rejects when a row references a missing row. */
  restoreConstraints(): Promise<void>;
}

async function listForeignKeys(client: pg.Client) {
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
 * Lets tables be loaded in any order, within the caller's transaction and under its migrations lock: foreign keys are dropped and created again
 * afterwards, which checks every row once, and Guilda's triggers are disabled. The database role must own the tables.
 */
export async function disableConstraints(
  client: pg.Client,
  head: BackupHead,
): Promise<DisabledConstraints> {
  await assertEmptyDatabase(client, head);
  const tables = await listTables(client);
  await deleteRowsOfScheduledJobs(client, tables);
  const foreignKeys = await listForeignKeys(client);
  for (const { table, name } of foreignKeys) {
    await client.query(`ALTER TABLE ${quoteName(table)} DROP CONSTRAINT ${quoteName(name)}`);
  }
  const alterTriggers = async (command: 'DISABLE' | 'ENABLE') => {
    for (const { name } of tables) {
      await client.query(`ALTER TABLE ${quoteName(name)} ${command} TRIGGER USER`);
    }
  };
  await alterTriggers('DISABLE');
  const knownTables = new Set([...tables.map(({ name }: BackupTable) => name), JOBS_ENTRY]);
  const skippedTables = head.tables
    .map(({ name }) => name)
    .filter((name) => !knownTables.has(name));
  return {
    skippedTables: new Set(skippedTables),
    restoreConstraints: async () => {
      for (const { table, name, definition } of foreignKeys) {
        await client.query(
          `ALTER TABLE ${quoteName(table)} ADD CONSTRAINT ${quoteName(name)} ${definition}`,
        );
      }
      await alterTriggers('ENABLE');
    },
  };
}
