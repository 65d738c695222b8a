import { sql } from 'drizzle-orm';
import type { JobHelpers } from 'graphile-worker';
import { compileStatement, type Queryable } from '../database/prepared.ts';
import { inScene, secondsSince, type Watchers } from '../scene.ts';

/** Runs one job as a scene of its own, counted, timed and traced. */
export async function watchJob(
  { meter, tracer }: Watchers,
  task: string,
  { job }: Pick<JobHelpers, 'job'>,
  run: () => Promise<void>,
): Promise<void> {
  const start = performance.now();
  const span = tracer.begin({ name: `job ${task}`, kind: 'consumer', parent: null });
  const end = (outcome: 'ok' | 'retry' | 'failed') => {
    meter.count('guilda_job_runs_total', { task, outcome });
    meter.time('guilda_job_seconds', { task }, secondsSince(start));
    span.end({ failed: outcome !== 'ok', facts: { 'guilda.outcome': outcome } });
  };
  try {
    await inScene({ facts: { jobId: job.id, task }, span }, run);
    end('ok');
  } catch (error) {
    end(job.attempts >= job.max_attempts ? 'failed' : 'retry');
    throw error;
  }
}

/** What the queue holds, over all processes. */
export interface QueueState extends Record<string, unknown> {
  /** Jobs whose time has not come. */
  readonly waiting: number;
  readonly due: number;
  readonly running: number;
  /** Jobs that were tried for the last time. */
  readonly failed: number;
  /** How long the oldest due job has waited, in seconds; 0 without any. */
  readonly oldest: number;
}

const queueState = compileStatement<QueueState>(
  sql`SELECT count(*) FILTER (WHERE ${sql.raw('live AND NOT held AND run_at > now()')})::integer
        AS waiting,
      count(*) FILTER (WHERE ${sql.raw('live AND NOT held AND run_at <= now()')})::integer AS due,
      count(*) FILTER (WHERE held)::integer AS running,
      count(*) FILTER (WHERE NOT live AND NOT held)::integer AS failed,
      coalesce(extract(epoch FROM now() - min(run_at) FILTER (WHERE live AND NOT held
        AND run_at <= now())), 0)::float8 AS oldest
    FROM (SELECT run_at, locked_at IS NOT NULL AS held, attempts < max_attempts AS live
      FROM graphile_worker._private_jobs) j`,
  'queue state',
);

const nothing: QueueState = { waiting: 0, due: 0, running: 0, failed: 0, oldest: 0 };

/** Reads what the queue holds. */
export async function readQueue(connection: Queryable): Promise<QueueState> {
  const [state = nothing] = await queueState(connection, {});
  return state;
}

interface FailedTask extends Record<string, unknown> {
  readonly task: string;
  readonly count: number;
}

const failedTasks = compileStatement<FailedTask>(
  sql`SELECT t.identifier AS task, count(*)::integer AS count
    FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
    WHERE j.attempts >= j.max_attempts AND j.locked_at IS NULL
    GROUP BY t.identifier ORDER BY count(*) DESC, t.identifier LIMIT 5`,
  'failed tasks',
);

/** The tasks that most jobs failed at for good. */
export const readFailedTasks = (connection: Queryable): Promise<FailedTask[]> =>
  failedTasks(connection, {});
