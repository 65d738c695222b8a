import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { migrate } from '../src/platform/database/migrate.ts';
import { createDatabase } from '../src/platform/database/pool.ts';
import { migrateQueue } from '../src/platform/jobs/queue.ts';
import { quietLog } from './quiet-log.ts';

const MIGRATIONS = fileURLToPath(new URL('../migrations/', import.meta.url));
const LOCK_KEY = 4_885_201_468;
const TEST_DATABASES = /^guilda_test_(\d+)_/;

/** The name every database made for a test starts with; the number is the process that made it. */
export function testDatabasePrefix(): string {
  return `guilda_test_${process.pid}_`;
}

/** The same address with another database's name. */
export function databaseAt(url: string, name: string): string {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}

/** Runs `work` with a connection of its own. */
export async function withClient<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'guilda-test',
    // Whoever asks again and again while a database comes back must not wait for one answer alone.
    connectionTimeoutMillis: 20_000,
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Makes the database that tests clone, unless one with these very migrations is there already.
 * It takes its name only when it is whole, and then nobody may connect, so that cloning never fails.
 * @returns its name
 */
export async function ensureTemplate(adminUrl: string): Promise<string> {
  const name = `guilda_template_${await migrationsHash()}`;
  await withClient(adminUrl, async (admin) => {
    await admin.query('select pg_advisory_lock($1)', [LOCK_KEY]);
    await dropAbandoned(admin);
    const known = await admin.query('select 1 from pg_database where datname = $1', [name]);
    if (known.rowCount !== 0) return;
    const draft = `${name}_draft`;
    await admin.query(`drop database if exists ${draft} with (force)`);
    await admin.query(`create database ${draft} template template0 encoding 'UTF8'`);
    await migrate(databaseAt(adminUrl, draft), quietLog);
    await addQueue(databaseAt(adminUrl, draft));
    await admin.query(`alter database ${draft} rename to ${name}`);
    await admin.query(`alter database ${name} allow_connections false`);
  });
  return name;
}

/** Recording a notification adds a job, whether or not a test works on them. */
async function addQueue(url: string): Promise<void> {
  const database = createDatabase(url, { log: quietLog, max: 2 });
  await migrateQueue({ database, log: quietLog }).finally(() => database.close());
}

async function migrationsHash(): Promise<string> {
  const hash = createHash('sha256');
  for (const file of (await readdir(MIGRATIONS)).sort()) {
    if (!file.endsWith('.sql')) continue;
    hash
      .update(file)
      .update('\0')
      .update(await readFile(join(MIGRATIONS, file)));
  }
  return hash.digest('hex').slice(0, 12);
}

/** Databases of killed runs, on an engine that outlives runs. */
async function dropAbandoned(admin: pg.Client): Promise<void> {
  const { rows } = await admin.query<{ datname: string }>('select datname from pg_database');
  for (const { datname } of rows) {
    const maker = TEST_DATABASES.exec(datname)?.[1];
    if (maker === undefined || isRunning(Number(maker))) continue;
    // One in use after all, from another machine, stays.
    await admin.query(`drop database if exists ${datname}`).catch(() => undefined);
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
