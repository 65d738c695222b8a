import { readdir } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { runner } from 'node-pg-migrate';
import pg from 'pg';
import { loadMigrations } from './load-migrations.ts';
import { type DatabaseLog, errorMessageOf } from './log.ts';

/** Folder of Guilda's migrations: numbered SQL files, append-only. */
const MIGRATIONS_FOLDER = fileURLToPath(new URL('../../../migrations/', import.meta.url));
/** Key of the advisory lock for migrations; the same number in every version of the program. */
const MIGRATIONS_LOCK = 4_885_201_467;
const LOCK_POLL_MS = 200;

/** Thrown when another session holds the migrations lock for too long; the operation can be repeated later. */
class MigrationsLockError extends Error {
  override readonly name = 'MigrationsLockError';
  /** SQLSTATE of a lock that is not available. */
  readonly code = '55P03';
}

/** Names of Guilda's migrations, in order, without `.sql`. */
export async function listMigrationNames(): Promise<string[]> {
  const names = await readdir(MIGRATIONS_FOLDER);
  return names.flatMap((name) => (name.endsWith('.sql') ? [name.slice(0, -4)] : [])).sort();
}

export interface MigrateOptions {
  /** Folder of the SQL files; that of Guilda's migrations by default. */
  readonly dir?: string | undefined;
  /** Maximum number of files to apply; all by default. */
  readonly count?: number | undefined;
}

/**
 * Applies pending migrations. Each file runs in its own transaction, unless it is an online one (`loadMigrations`), and is
 * recorded in `public.migrations`; an advisory lock makes nodes that start together take turns.
 * @returns names of the files applied by this call, in order, without `.sql`
 * @throws when a file fails (its transaction, if any, is rolled back) or precedes one that was applied already
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
  // An error of the connection while no query runs is reported by the next query.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await enableClientExitCheck(client);
    await acquireMigrationsLock(client, 'exclusive', {
      onWait: () => log.info({}, 'waiting for another node to finish its migrations'),
    });
    const appliedMigrations = await runner({
      dbClient: client,
      dir: options.dir ?? MIGRATIONS_FOLDER,
      direction: 'up',
      ...(options.count === undefined ? {} : { count: options.count }),
      migrationLoaderStrategies: [{ extensions: ['.sql'], loader: loadMigrations }],
      migrationsTable: 'migrations',
      migrationsSchema: 'public',
      checkOrder: true,
      singleTransaction: false,
      noLock: true,
      logger: createMigrationLogger(log),
    });
    const names = appliedMigrations.map(({ name }) => name);
    if (names.length > 0) log.info({ migrations: names }, 'migrations applied');
    return names;
  } finally {
    // Closing the session releases the lock and rolls back an open transaction.
    await client.end();
  }
}

/**
 * Makes the server check each second that this client is still connected: otherwise a long statement of a killed node
 * would keep the migrations lock until the statement ends.
 */
async function enableClientExitCheck(client: pg.Client): Promise<void> {
  // Servers on platforms without this check refuse the setting; migrations then run without the check.
  await client.query("set client_connection_check_interval = '1s'").catch(() => undefined);
}

/**
 * Acquires the migrations lock for the session, exclusively or shared. It asks again and again instead of waiting in one
 * statement, because an index that is built concurrently waits for all running statements, so that the two sessions would
 * wait for each other.
 * @param options.onWait called once when another session holds the lock
 * @param options.maxWaitMs maximum time to wait; unlimited by default
 * @throws MigrationsLockError when another session still holds the lock after that time
 */
export async function acquireMigrationsLock(
  client: pg.Client,
  mode: 'exclusive' | 'shared',
  options: { readonly onWait?: () => void; readonly maxWaitMs?: number } = {},
): Promise<void> {
  const { onWait, maxWaitMs = Number.POSITIVE_INFINITY } = options;
  const acquire = mode === 'shared' ? 'pg_try_advisory_lock_shared' : 'pg_try_advisory_lock';
  for (let attempt = 0; ; attempt += 1) {
    const { rows } = await client.query<{ acquired: boolean }>(
      `select ${acquire}($1) as acquired`,
      [MIGRATIONS_LOCK],
    );
    if (rows[0]?.acquired === true) return;
    if (attempt === 0) onWait?.();
    if (attempt * LOCK_POLL_MS >= maxWaitMs)
      throw new MigrationsLockError('another session holds the lock of the migrations');
    await delay(LOCK_POLL_MS);
  }
}

function createMigrationLogger(log: DatabaseLog) {
  const logAt = (level: 'debug' | 'error') => (message: unknown) =>
    log[level]({}, errorMessageOf(message));
  return {
    debug: logAt('debug'),
    info: logAt('debug'),
    // The library only warns that a file runs without a transaction, which online migrations do on purpose.
    warn: logAt('debug'),
    error: logAt('error'),
  };
}
