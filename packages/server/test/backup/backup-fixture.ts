import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { removeEmbeddedPostgres } from '@guilda/embedded-postgres';
import type pg from 'pg';
import { backupCommand } from '../../src/backup/commands/backup-command.ts';
import type { drillCommand } from '../../src/backup/commands/drill-command.ts';
import type { moveCommand } from '../../src/backup/commands/move-command.ts';
import { restoreCommand } from '../../src/backup/commands/restore-command.ts';
import { listTables } from '../../src/backup/tables.ts';
import { fastestTempDir } from '../fixtures/server/database-folder.ts';
import { inheritedEnvironment } from '../fixtures/server/inherited-environment.ts';
import { quietLog } from '../fixtures/server/quiet-log.ts';
import { withClient } from '../fixtures/server/template-database.ts';
import { createTestDatabase, type TestDatabase } from '../fixtures/server/test-database.ts';

type CommandEnvironment = Readonly<Record<string, string>>;

/** Creates a temporary data folder; `remove` deletes it and stops an embedded database in it. */
export async function openFolder() {
  const folder = await mkdtemp(join(await fastestTempDir(), 'guilda-backup-'));
  // When this process is root, the database runs under another account, which must be able to enter the folder.
  await chmod(folder, 0o755);
  const remove = async () => {
    await removeEmbeddedPostgres(join(folder, 'postgres'), quietLog).catch(() => undefined);
    await rm(folder, { recursive: true, force: true });
  };
  return { folder, remove };
}

async function* splitIntoParts(bytes: Buffer): AsyncGenerator<Uint8Array> {
  const partSize = 50_000;
  for (let offset = 0; offset < bytes.length; offset += partSize)
    yield bytes.subarray(offset, offset + partSize);
}

const withEngine = (env: CommandEnvironment): CommandEnvironment => ({
  PG_BIN: process.env['PG_BIN'] ?? '',
  ...env,
});

/** Runs `npm run backup` and returns the backup in memory. */
export async function runBackup(env: CommandEnvironment) {
  const lines: string[] = [];
  let backup: Buffer = Buffer.alloc(0);
  const code = await backupCommand({
    args: ['--out', '-'],
    env: withEngine(env),
    printLine: (line) => lines.push(line),
    writeOut: async (bytes) => {
      backup = await collectBytes(bytes);
      return backup.length;
    },
  });
  return { code, text: lines.join('\n'), backup };
}

/** Runs `npm run restore` on a backup in memory. */
export async function runRestore(env: CommandEnvironment, backup: Buffer) {
  const lines: string[] = [];
  const code = await restoreCommand({
    args: ['--from', '-'],
    env: withEngine(env),
    printLine: (line) => lines.push(line),
    readIn: splitIntoParts(backup),
  });
  return { code, text: lines.join('\n') };
}

/** Runs the command `drill` or `move`. */
export async function runCommand(
  command: typeof drillCommand | typeof moveCommand,
  env: CommandEnvironment,
  args = [''],
) {
  const lines: string[] = [];
  const code = await command({
    args: args.filter(Boolean),
    env: withEngine(env),
    printLine: (line) => lines.push(line),
  });
  return { code, text: lines.join('\n') };
}

/** All rows of each table as sorted JSON texts, including generated columns. */
export async function rowsOf(url: string): Promise<Record<string, string[]>> {
  return withClient(url, async (client) => {
    await client.query("SET TimeZone = 'UTC'");
    const rowsByTable: Record<string, string[]> = {};
    const tableNames = (await listTables(client)).map(({ name }) => name);
    for (const name of [...tableNames, 'graphile_worker._private_jobs']) {
      // Internal numbers of tasks and queues, and the locks of running jobs, may differ after a restore.
      const { rows } = await client.query<{ row: string }>(
        `SELECT (to_jsonb(t) - ARRAY['task_id', 'job_queue_id', 'locked_at', 'locked_by'])::text AS row
         FROM ${name} t ORDER BY 1`,
      );
      rowsByTable[name] = rows.map(({ row }) => row);
    }
    return rowsByTable;
  });
}

/** Descriptions of the schema except its columns: constraints, triggers with their state, indexes and sequences. */
export async function schemaOf(url: string): Promise<string[]> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ line: string }>(
      `SELECT conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid)
           || ' ' || convalidated::text AS line
         FROM pg_constraint WHERE connamespace IN ('public'::regnamespace, 'sandbox'::regnamespace)
           AND contype <> 'n'
       UNION ALL SELECT tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text FROM pg_trigger
         WHERE NOT tgisinternal
       UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname IN ('public', 'sandbox')
       UNION ALL SELECT schemaname || '.' || sequencename || ' ' || coalesce(last_value, 0)
         FROM pg_sequences WHERE schemaname IN ('public', 'sandbox')
           AND sequencename <> 'migrations_id_seq'
       ORDER BY 1`,
    );
    return rows.map(({ line }) => line);
  });
}

/** Contents of all stored files in a folder by name, except generated files. */
export async function filesIn(folder: string): Promise<Record<string, string>> {
  const objectsFolder = join(folder, 'objects');
  const entries = await readdir(objectsFolder, { recursive: true, withFileTypes: true }).catch(
    () => [],
  );
  const contents: Record<string, string> = {};
  for (const file of entries) {
    const path = join(file.parentPath, file.name);
    const key = path.slice(objectsFolder.length + 1);
    if (file.isFile() && !/^(previews|exports)\//.test(key)) {
      contents[key] = (await readFile(path)).toString('base64');
    }
  }
  return contents;
}

/** All bytes of a stream; `onPart` is called before the next part is read, with the number of parts read so far. */
export async function collectBytes(
  bytes: AsyncIterable<Uint8Array>,
  onPart = async (_: number) => {},
) {
  const parts: Uint8Array[] = [];
  for await (const part of bytes) await onPart(parts.push(part));
  return Buffer.concat(parts);
}

/** An empty database whose owner is no superuser, as at hosting providers. */
export async function createDatabaseOfOrdinaryRole(admin: pg.Pool): Promise<TestDatabase> {
  const database = await createTestDatabase({ empty: true });
  const url = new URL(database.url);
  const name = url.pathname.slice(1);
  await withClient(database.url, async (client) => {
    await client.query(`CREATE ROLE ${name} LOGIN PASSWORD 'sua'`);
    await client.query(`ALTER DATABASE ${name} OWNER TO ${name}`);
  });
  [url.username, url.password] = [name, 'sua'];
  const drop = async () => {
    await database.drop();
    await admin.query(`DROP ROLE ${name}`);
  };
  return { url: url.href, pooledUrl: url.href, drop };
}

/** Starts a script of the repository as a child process; the caller may write to its standard input. */
export const startScript = (name: string, args: string[], env: CommandEnvironment) =>
  spawn(
    process.execPath,
    [fileURLToPath(new URL(`../../../../scripts/${name}.ts`, import.meta.url)), ...args],
    { env: { ...inheritedEnvironment(), ...env }, stdio: ['pipe', 'ignore', 'ignore'] },
  );

/** Kills a process without a chance to clean up, and waits until it is gone. */
export async function killChild(child: ChildProcess): Promise<void> {
  const exitPromise = once(child, 'exit');
  child.kill('SIGKILL');
  await exitPromise;
}
