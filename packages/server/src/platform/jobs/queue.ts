import { EventEmitter } from 'node:events';
import { type RunnerOptions, runMigrations, type WorkerEvents } from 'graphile-worker';
import type { DatabaseLog } from '../database/log.ts';
import type { Database } from '../database/pool.ts';
import type { Telemetry } from '../telemetry/request-context.ts';
import { createQueueLogger } from './queue-log.ts';

const QUEUE_SCHEMA = 'graphile_worker';
/** Key of the advisory lock for the queue's migrations; the same number in every version of the program. */
const MIGRATION_LOCK_KEY = 4_885_201_469;
/** Maximum number of jobs that run concurrently in one process. */
const MAX_CONCURRENT_JOBS = 4;
/**
 * Number of connections that the queue of a process needs when it has a pool of its own: one that listens, and one for
 * each job.
 */
export const QUEUE_CONNECTIONS = MAX_CONCURRENT_JOBS + 1;
/** Interval in ms at which the worker looks for scheduled jobs; for jobs that are due at once it is notified. */
const POLL_MS = 1_000;
/** Time after `stop` at which running jobs are aborted, in ms. */
const ABORT_AFTER_MS = 2_500;

export interface JobQueueDeps {
  /**
   * The database of the queue. Connections must not go through a pooler that shares sessions, because the queue listens
   * for notifications and takes an advisory lock.
   */
  readonly database: Pick<Database, 'pool'>;
  readonly log: DatabaseLog;
  /** Telemetry that counts and traces jobs; none by default. */
  readonly telemetry?: Telemetry;
}

/** Creates the options of graphile-worker; `events` emits its lifecycle events. */
export function createQueueOptions({ database, log }: JobQueueDeps): RunnerOptions & {
  events: WorkerEvents;
} {
  const events: WorkerEvents = new EventEmitter();
  setApplicationName(events);
  return {
    pgPool: database.pool,
    schema: QUEUE_SCHEMA,
    concurrency: MAX_CONCURRENT_JOBS,
    pollInterval: POLL_MS,
    noHandleSignals: true,
    gracefulShutdownAbortTimeout: ABORT_AFTER_MS,
    logger: createQueueLogger(log),
    events,
    // Zero delays switch on batching. Without batching, the library does not catch a failure to record that a job is
    // done, and a lost database connection would end the process.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  };
}

/** Last statement on a listening connection: sets its `application_name`. */
const SET_NAME_SQL = "SELECT set_config('application_name', $1, false)";

/**
 * Sets the listening connection's `application_name` to the worker pool's id, so that other processes can see
 * which pools are alive.
 */
function setApplicationName(events: WorkerEvents): void {
  events.on('pool:listen:success', ({ client, workerPool }) => {
    // The library sends its own query first; this query waits until the connection is idle.
    client.once('drain', () => {
      client.query(SET_NAME_SQL, [workerPool.id]).catch(() => undefined);
    });
  });
}

/** Migrates the queue's tables; an advisory lock makes processes that start together take turns. */
export async function migrateQueue({ database, log }: JobQueueDeps): Promise<void> {
  const connection = await database.pool.connect();
  try {
    await connection.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK_KEY]);
    await runMigrations({
      pgPool: database.pool,
      schema: QUEUE_SCHEMA,
      logger: createQueueLogger(log),
    });
  } finally {
    // Closing the connection releases the lock even after a failure.
    connection.release(true);
  }
}

/**
 * Whether a worker pool has a listening connection, recognised by the `application_name` that `setApplicationName`
 * sets as the connection's last statement. A connection that has stopped listening may keep this name, but its last
 * statement is another one.
 */
export async function isListening({ database }: JobQueueDeps, poolId: string): Promise<boolean> {
  const { rows } = await database.pool.query<{ there: boolean }>(
    `SELECT EXISTS (SELECT FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = $1 AND query = $2) AS there`,
    [poolId, SET_NAME_SQL],
  );
  return rows[0]?.there === true;
}

/** Releases the jobs that a worker pool of this process has locked. */
export async function releaseJobs({ database }: JobQueueDeps, poolId: string): Promise<void> {
  await database.pool.query('SELECT FROM graphile_worker.force_unlock_workers(ARRAY[$1])', [
    poolId,
  ]);
}

/**
 * Releases jobs locked by worker pools that no longer exist, such as those of a killed process; the library itself
 * would release them only after four hours. Pools that locked a job less than `graceSeconds` ago are left alone,
 * because they may not have set their `application_name` yet.
 */
export async function releaseOrphanedJobs(
  { database }: JobQueueDeps,
  graceSeconds = 5,
): Promise<void> {
  await database.pool.query(
    `SELECT FROM graphile_worker.force_unlock_workers(ARRAY(
       SELECT DISTINCT j.locked_by FROM graphile_worker.jobs j
       WHERE j.locked_at < now() - make_interval(secs => $1)
         AND NOT EXISTS (SELECT FROM pg_stat_activity a
           WHERE a.datname = current_database() AND a.application_name = j.locked_by)))`,
    [graceSeconds],
  );
}
