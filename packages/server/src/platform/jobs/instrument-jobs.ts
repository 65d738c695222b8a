import type { JobHelpers } from 'graphile-worker';
import { compileStatement, type Queryable } from '../database/prepared.ts';
import { sql } from '../database/query-builder.ts';
import { runInContext, secondsSince, type Telemetry } from '../telemetry/request-context.ts';

/** Runs one job in its own request context and counts, times and traces it. */
export async function instrumentJob(
  { meter, tracer }: Telemetry,
  task: string,
  { job }: Pick<JobHelpers, 'job'>,
  run: () => Promise<void>,
): Promise<void> {
  const startedAt = performance.now();
  const span = tracer.begin({ name: `job ${task}`, kind: 'consumer', parent: null });
  const endJob = (outcome: 'ok' | 'retry' | 'failed') => {
    meter.count('guilda_job_runs_total', { task, outcome });
    meter.time('guilda_job_seconds', { task }, secondsSince(startedAt));
    span.end({ failed: outcome !== 'ok', attributes: { 'guilda.outcome': outcome } });
  };
  try {
    await runInContext({ fields: { jobId: job.id, task }, span }, run);
    endJob('ok');
  } catch (error) {
    endJob(job.attempts >= job.max_attempts ? 'failed' : 'retry');
    throw error;
  }
}

/** Number of jobs in the queue by state, over all processes. */
export interface JobCounts extends Record<string, unknown> {
  /** Jobs scheduled for a later time. */
  readonly waiting: number;
  readonly due: number;
  readonly running: number;
  /** Jobs that have failed at their last allowed attempt. */
  readonly failed: number;
  /** How long the oldest due job has waited, in seconds; 0 when no job is due. */
  readonly oldest: number;
}

const readQueueState = compileStatement<JobCounts>(
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

const emptyQueue: JobCounts = { waiting: 0, due: 0, running: 0, failed: 0, oldest: 0 };

/** Counts the jobs in the queue by state. */
export async function countJobs(connection: Queryable): Promise<JobCounts> {
  const [state = emptyQueue] = await readQueueState(connection, {});
  return state;
}

interface FailedTask extends Record<string, unknown> {
  readonly task: string;
  readonly count: number;
}

const queryFailedTasks = compileStatement<FailedTask>(
  sql`SELECT t.identifier AS task, count(*)::integer AS count
    FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
    WHERE j.attempts >= j.max_attempts AND j.locked_at IS NULL
    GROUP BY t.identifier ORDER BY count(*) DESC, t.identifier LIMIT 5`,
  'failed tasks',
);

/** Reads the five tasks with the most jobs that failed at their last allowed attempt. */
export const readFailedTasks = (connection: Queryable): Promise<readonly FailedTask[]> =>
  queryFailedTasks(connection, {});
