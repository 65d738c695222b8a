import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { runner } from 'node-pg-migrate';
import pg from 'pg';
import { type DatabaseLog, reasonOf } from './log.ts';

/** The product's migrations: numbered SQL files, append-only. */
const MIGRATIONS = fileURLToPath(new URL('../../../migrations/', import.meta.url));
/** Advisory lock of whoever migrates. Shared by every node of the product, whatever its version. */
export const MIGRATIONS_LOCK = 4_885_201_467;

/** Names of the product's migrations, in order, without `.sql`. */
export async function migrationNames(): Promise<string[]> {
  const names = await readdir(MIGRATIONS);
  return names.flatMap((name) => (name.endsWith('.sql') ? [name.slice(0, -4)] : [])).sort();
}

export interface MigrateOptions {
  /** Folder of the SQL files; the product's own by default. */
  readonly dir?: string | undefined;
  /** Applies so many files at most; all by default. */
  readonly count?: number | undefined;
}

/**
 * Brings the schema up to date. Each file runs in a transaction of its own and is recorded in
 * `public.migrations`; nodes that start together take turns, so that each file runs once.
 * @returns names of the files applied by this call, in order, without `.sql`
 * @throws when a file fails (it leaves nothing behind) or precedes one that was applied before it
 */
export async function migrate(
  url: string,
  log: DatabaseLog,
  options: MigrateOptions = {},
): Promise<string[]> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'guilda-migrate',
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  });
  // A failure while no query runs is told by the next query.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await noticeOurEnd(client);
    await takeTurn(client, log);
    const applied = await runner({
      dbClient: client,
      dir: options.dir ?? MIGRATIONS,
      direction: 'up',
      ...(options.count === undefined ? {} : { count: options.count }),
      migrationsTable: 'migrations',
      migrationsSchema: 'public',
      checkOrder: true,
      singleTransaction: false,
      noLock: true,
      logger: quiet(log),
    });
    const names = applied.map(({ name }) => name);
    if (names.length > 0) log.info({ migrations: names }, 'migrations applied');
    return names;
  } finally {
    // Ending the session also lets go of the lock and of a transaction left open.
    await client.end();
  }
}

/**
 * Has the database look each second whether we are still there: a long statement of a killed node
 * would keep the others waiting until it is done, and be undone then.
 */
async function noticeOurEnd(client: pg.Client): Promise<void> {
  // A machine of the database that cannot look refuses; then it is as it would be anyway.
  await client.query("set client_connection_check_interval = '1s'").catch(() => undefined);
}

async function takeTurn(client: pg.Client, log: DatabaseLog): Promise<void> {
  const { rows } = await client.query<{ mine: boolean }>(
    'select pg_try_advisory_lock($1) as mine',
    [MIGRATIONS_LOCK],
  );
  if (rows[0]?.mine === true) return;
  log.info({}, 'waiting for another node to finish its migrations');
  await client.query('select pg_advisory_lock($1)', [MIGRATIONS_LOCK]);
}

function quiet(log: DatabaseLog) {
  const at = (level: 'debug' | 'warn' | 'error') => (message: unknown) =>
    log[level]({}, reasonOf(message));
  return { debug: at('debug'), info: at('debug'), warn: at('warn'), error: at('error') };
}
