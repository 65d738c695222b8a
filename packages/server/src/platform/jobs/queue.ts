import { EventEmitter } from 'node:events';
import { type RunnerOptions, runMigrations, type WorkerEvents } from 'graphile-worker';
import type { DatabaseLog } from '../database/log.ts';
import type { Database } from '../database/pool.ts';
import type { Watchers } from '../scene.ts';
import { queueLogger } from './queue-log.ts';

const SCHEMA = 'graphile_worker';
/** Shared by every node of the product, whatever its version. */
const LOCK_KEY = 4_885_201_469;
/** Jobs running side by side in one process. */
const CONCURRENCY = 4;
/** How late a job may be that waited for its time, in ms; one that is due at once is told of. */
const POLL_MS = 1_000;
/** Running jobs are asked to give up this long, in ms, after the program was told to end. */
const ABORT_AFTER_MS = 2_500;

export interface QueueDeps {
  readonly database: Pick<Database, 'pool'>;
  readonly log: DatabaseLog;
  /** Who counts and traces jobs; nobody unless told. */
  readonly watchers?: Watchers;
}

/** How the library works for us; `events` carries its life. */
export function queueOptions({ database, log }: QueueDeps): RunnerOptions & {
  events: WorkerEvents;
} {
  const events: WorkerEvents = new EventEmitter();
  signWithPoolId(events);
  return {
    pgPool: database.pool,
    schema: SCHEMA,
    concurrency: CONCURRENCY,
    pollInterval: POLL_MS,
    noHandleSignals: true,
    gracefulShutdownAbortTimeout: ABORT_AFTER_MS,
    logger: queueLogger(log),
    events,
    // Unbatched, the library ignores what becomes of the note that a job is done, and a database
    // that went away in between would end the process.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  };
}

/**
 * Names the listening connection after its worker pool, so that other processes see which pools
 * are alive.
 */
function signWithPoolId(events: WorkerEvents): void {
  events.on('pool:listen:success', ({ client, workerPool }) => {
    // The library is about to use the connection; it is ours to use when that is done.
    client.once('drain', () => {
      client
        .query("SELECT set_config('application_name', $1, false)", [workerPool.id])
        .catch(() => undefined);
    });
  });
}

/** Brings the queue's own tables up to date; processes that start together take turns. */
export async function migrateQueue({ database, log }: QueueDeps): Promise<void> {
  const turn = await database.pool.connect();
  try {
    await turn.query('SELECT pg_advisory_lock($1)', [LOCK_KEY]);
    await runMigrations({ pgPool: database.pool, schema: SCHEMA, logger: queueLogger(log) });
  } finally {
    // Its end lets go of the lock, whatever happened to the connection.
    turn.release(true);
  }
}

/** Whether a worker pool has its listening connection, signed by `signWithPoolId`. */
export async function isListening({ database }: QueueDeps, poolId: string): Promise<boolean> {
  const { rows } = await database.pool.query<{ there: boolean }>(
    `SELECT EXISTS (SELECT FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = $1) AS there`,
    [poolId],
  );
  return rows[0]?.there === true;
}

/** Gives back the jobs that a worker pool of this process still holds. */
export async function giveBack({ database }: QueueDeps, poolId: string): Promise<void> {
  await database.pool.query('SELECT FROM graphile_worker.force_unlock_workers(ARRAY[$1])', [
    poolId,
  ]);
}

/**
 * Gives back the jobs of worker pools that are no more, such as those of a killed process, which
 * the library would hold for four hours. A pool that took a job less than `graceSeconds` ago may
 * not have signed its connection yet.
 */
export async function releaseOrphans({ database }: QueueDeps, graceSeconds = 5): Promise<void> {
  await database.pool.query(
    `SELECT FROM graphile_worker.force_unlock_workers(ARRAY(
       SELECT DISTINCT j.locked_by FROM graphile_worker.jobs j
       WHERE j.locked_at < now() - make_interval(secs => $1)
         AND NOT EXISTS (SELECT FROM pg_stat_activity a
           WHERE a.datname = current_database() AND a.application_name = j.locked_by)))`,
    [graceSeconds],
  );
}
