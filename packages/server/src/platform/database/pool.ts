import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Telemetry } from '../telemetry/request-context.ts';
import { commitEffectsOf } from './after-commit.ts';
import { countWrites } from './count-writes.ts';
import { countConnections, instrumentStatements } from './instrument-statements.ts';
import { type DatabaseLog, errorMessageOf } from './log.ts';
import { shareExecutions } from './prepared.ts';
import {
  drizzle,
  type NodePgQueryResultHKT,
  type PgDatabase,
  type PgTransactionConfig,
} from './query-builder.ts';
import { failUnreplicatedCommits } from './replicas/unreplicated.ts';
import { setConnectionOf } from './transaction-connection.ts';
import { isConnectionLost, isRetryable } from './unavailable.ts';

const DEFAULT_MAX_CONNECTIONS = 10;
const MAX_RETRIES = 3;
const PING_TIMEOUT_MS = 2_000;
const QUERY_TIMEOUT_MS = 20_000;
/** SQLSTATE of a write that a server in read-only mode refused. */
const READ_ONLY_STATE = '25006';

/** Timeouts of the driver, in ms. */
const CLIENT_TIMEOUTS = {
  // Also limits the wait for a free connection; at least `lock_timeout`, because all connections may wait for locks.
  connectionTimeoutMillis: 10_000,
  idleTimeoutMillis: 30_000,
} as const;

/** Timeouts that the server enforces on each connection, in ms. */
export const SERVER_TIMEOUTS = {
  statement_timeout: 15_000,
  lock_timeout: 10_000,
  idle_in_transaction_session_timeout: 30_000,
} as const;

/** A database handle for stores: the database itself or a transaction. */
export type Db = PgDatabase<NodePgQueryResultHKT>;

/** The program's connections to its database. */
export interface Database {
  readonly pool: pg.Pool;
  readonly db: Db;
  /**
   * Runs `work` in a transaction: committed when `work` resolves, rolled back when it rejects. After a serialization
   * failure or a deadlock `work` is retried up to three times, so it must have no effects besides its SQL.
   */
  transaction<T>(work: (tx: Db) => Promise<T>, config?: PgTransactionConfig): Promise<T>;
  /** Number of finished statements of this process that may have changed the database, including commits. */
  writeCount(): number;
  /** Whether the database answers within two seconds. */
  ping(): Promise<boolean>;
  /** Closes each connection once it is idle; may be called more than once. */
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** Maximum number of connections; 10 by default. */
  readonly max?: number | undefined;
  /** Client-side query timeout, for a server that hangs; 20 s by default. */
  readonly queryTimeoutMs?: number | undefined;
  /**
   * Whether `url` may lead to a pooler. A pooler refuses `SERVER_TIMEOUTS` as parameters of a connection, so its
   * connections to the server must be configured with them. False by default.
   */
  readonly pooled?: boolean | undefined;
  /** `application_name` of the sessions; `guilda` by default. */
  readonly name?: `guilda ${string}` | undefined;
  readonly log: DatabaseLog;
  /** Telemetry that counts and traces statements; none by default. */
  readonly telemetry?: Telemetry | undefined;
}

/**
 * Creates a connection pool. Connections are opened on demand: an unreachable database shows at the first query.
 * A failed connection, idle or in use, is replaced.
 */
export function createDatabase(url: string, options: DatabaseOptions): Database {
  const {
    log,
    telemetry,
    max = DEFAULT_MAX_CONNECTIONS,
    queryTimeoutMs = QUERY_TIMEOUT_MS,
    pooled = false,
  } = options;
  const pool = new pg.Pool({
    connectionString: url,
    application_name: options.name ?? 'guilda',
    keepAlive: true,
    max,
    query_timeout: queryTimeoutMs,
    ...CLIENT_TIMEOUTS,
    ...(pooled ? {} : SERVER_TIMEOUTS),
  });
  const onError = (error: Error) =>
    log.warn({ reason: errorMessageOf(error) }, 'a database connection failed');
  pool.on('error', onError);
  // The pool only handles errors of idle connections; an unhandled error of a connection in use would end the process.
  pool.on('connect', (client) => {
    client.on('error', onError);
    closeAtStandby(client);
    failUnreplicatedCommits(client);
  });

  if (telemetry) {
    instrumentStatements(pool, telemetry);
    countConnections(pool, telemetry);
  }
  shareExecutions(pool);
  const writeCount = countWrites(pool);

  let closePromise: Promise<void> | undefined;
  return {
    pool,
    db: drizzle({ client: pool }),
    transaction: (work, config) => withRetries(() => transactWithRetries(pool, work, config)),
    writeCount,
    ping: () => ping(pool),
    close: () => {
      closePromise ??= pool.end();
      return closePromise;
    },
  };
}

/**
 * Closes a connection once its server refuses a write because it is a standby. During a failover an address can lead to
 * the former primary for a moment; such a connection must not stay in the pool.
 */
function closeAtStandby(client: pg.PoolClient): void {
  client.connection.on('errorMessage', ({ code }: { readonly code?: string }) => {
    if (code === READ_ONLY_STATE) void client.end();
  });
}

async function withRetries<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      if (attempt >= MAX_RETRIES || !isRetryable(error)) throw error;
      await delay(randomInt(5, 25) * (attempt + 1));
    }
  }
}

async function transactWithRetries<T>(
  pool: pg.Pool,
  work: (tx: Db) => Promise<T>,
  config: PgTransactionConfig | undefined,
): Promise<T> {
  const client = await pool.connect();
  let failure: { readonly error: unknown } | undefined;
  let isReleased = false;
  let effects: readonly (() => void)[] = [];
  const release = (isBroken: boolean) => {
    if (!isReleased) client.release(isBroken);
    isReleased = true;
  };
  const guardedWork = async (tx: Db) => {
    try {
      effects = commitEffectsOf(tx);
      setConnectionOf(tx, client);
      return await work(tx);
    } catch (error) {
      failure = { error };
      // Otherwise the rollback would wait for the answer of a lost connection.
      if (isConnectionLost(error)) release(true);
      throw error;
    }
  };
  try {
    const result = await drizzle({ client }).transaction(guardedWork, config);
    for (const effect of effects) effect();
    return result;
  } catch (error) {
    const firstError = failure?.error ?? error;
    release(firstError !== error || isConnectionLost(error));
    throw firstError;
  } finally {
    release(false);
  }
}

async function ping(pool: pg.Pool): Promise<boolean> {
  // The driver's types lack the field `query_timeout`.
  const query: pg.QueryConfig & { query_timeout: number } = {
    text: 'select 1',
    query_timeout: PING_TIMEOUT_MS,
  };
  const answer = pool.query(query).then(
    () => true,
    () => false,
  );
  // When all connections are in use, the query itself would wait longer than the timeout.
  return Promise.race([answer, delay(PING_TIMEOUT_MS, false, { ref: false })]);
}
