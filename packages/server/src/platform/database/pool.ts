import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { drizzle, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import type { PgDatabase, PgTransactionConfig } from 'drizzle-orm/pg-core';
import pg from 'pg';
import type { Watchers } from '../scene.ts';
import { commitEffectsOf } from './after-commit.ts';
import { type DatabaseLog, reasonOf } from './log.ts';
import { isConnectionLost, isRetryable } from './unavailable.ts';
import { watchStatements } from './watch-statements.ts';

const DEFAULT_MAX = 10;
const RETRIES = 3;
const PING_TIMEOUT_MS = 2_000;
const QUERY_TIMEOUT_MS = 20_000;

/** All in milliseconds. */
const TIMEOUTS = {
  // Also the wait for a connection that others hold: no shorter than the wait for a lock they hold.
  connectionTimeoutMillis: 10_000,
  statement_timeout: 15_000,
  lock_timeout: 10_000,
  idle_in_transaction_session_timeout: 30_000,
  idleTimeoutMillis: 30_000,
} as const;

/** What a store takes: the database or a transaction on it. */
export type Db = PgDatabase<NodePgQueryResultHKT>;

/** The program's connections to its database. */
export interface Database {
  readonly pool: pg.Pool;
  readonly db: Db;
  /**
   * Runs `work` in a transaction: committed when it resolves, rolled back when it rejects. On a
   * serialization failure or a deadlock it runs again, up to three times more, so `work` must
   * have no effects but its SQL.
   */
  transaction<T>(work: (tx: Db) => Promise<T>, config?: PgTransactionConfig): Promise<T>;
  /** Whether the database answers within two seconds. */
  ping(): Promise<boolean>;
  /** Closes every connection once its work is done; may be called more than once. */
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** Connections at most. Default 10. */
  readonly max?: number | undefined;
  /** How long to wait for a server that stands still and keeps no time itself. Default 20 s. */
  readonly queryTimeoutMs?: number | undefined;
  readonly log: DatabaseLog;
  /** Who counts and traces statements; nobody unless told. */
  readonly watchers?: Watchers | undefined;
}

/**
 * Opens a pool of connections, made on demand: an unreachable database shows at the first query.
 * A connection that fails, idle or in use, is dropped and replaced, never fatal.
 */
export function createDatabase(url: string, options: DatabaseOptions): Database {
  const { log, watchers, max = DEFAULT_MAX, queryTimeoutMs = QUERY_TIMEOUT_MS } = options;
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'guilda',
    keepAlive: true,
    max,
    query_timeout: queryTimeoutMs,
    ...TIMEOUTS,
  });
  const onError = (error: Error) =>
    log.warn({ reason: reasonOf(error) }, 'a database connection failed');
  pool.on('error', onError);
  // The pool listens to idle connections only; one that fails while held would be fatal.
  pool.on('connect', (client) => client.on('error', onError));

  if (watchers) watchStatements(pool, watchers);

  let closed: Promise<void> | undefined;
  return {
    pool,
    db: drizzle({ client: pool }),
    transaction: (work, config) => withRetries(() => transact(pool, work, config)),
    ping: () => ping(pool),
    close: () => {
      closed ??= pool.end();
      return closed;
    },
  };
}

async function withRetries<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      if (attempt >= RETRIES || !isRetryable(error)) throw error;
      await delay(randomInt(5, 25) * (attempt + 1));
    }
  }
}

async function transact<T>(
  pool: pg.Pool,
  work: (tx: Db) => Promise<T>,
  config: PgTransactionConfig | undefined,
): Promise<T> {
  const client = await pool.connect();
  let failure: { readonly error: unknown } | undefined;
  let released = false;
  let effects: readonly (() => void)[] = [];
  const release = (broken: boolean) => {
    if (!released) client.release(broken);
    released = true;
  };
  const guarded = async (tx: Db) => {
    try {
      effects = commitEffectsOf(tx);
      return await work(tx);
    } catch (error) {
      failure = { error };
      // Else the rollback would wait on a connection that answers no more.
      if (isConnectionLost(error)) release(true);
      throw error;
    }
  };
  try {
    const value = await drizzle({ client }).transaction(guarded, config);
    for (const effect of effects) effect();
    return value;
  } catch (error) {
    const first = failure?.error ?? error;
    release(first !== error || isConnectionLost(error));
    throw first;
  } finally {
    release(false);
  }
}

async function ping(pool: pg.Pool): Promise<boolean> {
  // 'query_timeout' is the driver's own field, which its types leave out here.
  const question: pg.QueryConfig & { query_timeout: number } = {
    text: 'select 1',
    query_timeout: PING_TIMEOUT_MS,
  };
  const answer = pool.query(question).then(
    () => true,
    () => false,
  );
  // With every connection taken the question itself would wait for longer.
  return Promise.race([answer, delay(PING_TIMEOUT_MS, false, { ref: false })]);
}
