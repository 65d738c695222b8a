import type { Db } from '../database/pool.ts';
import { compileStatement, type Queryable } from '../database/prepared.ts';
import { sql } from '../database/query-builder.ts';

/** A job's payload: ids and keys only. The data that they identify is read when the job runs. */
export type TaskPayload = Readonly<Record<string, string>>;

/** Task names, such as `moderation.mail_case`, with their payloads. */
export type TaskMap<T> = { readonly [N in keyof T]: TaskPayload };

export interface JobOptions {
  /** Key of the job, which replaces a waiting job with the same key. */
  readonly key?: string;
  /** Whether a waiting job with the same key keeps its time when it is replaced; `runAt` then applies to a new job only. */
  readonly keepsRunAt?: boolean;
  /** Earliest time at which the job runs; at once by default. */
  readonly runAt?: Date;
  /** Name of a serial queue: its jobs run one after another, so that long jobs leave workers free for other jobs. */
  readonly queue?: string;
}

type JobArguments<T, Options = JobOptions> = {
  [N in keyof T & string]: readonly [name: N, payload: T[N], options?: Options];
}[keyof T & string];

/**
 * Adds a job in the transaction `db`: the job runs at least once after the commit, and never after a rollback. Throws
 * `TypeError` for a payload that contains anything but ids.
 */
export type Enqueue<T extends TaskMap<T>> = (db: Db, ...job: JobArguments<T>) => Promise<void>;

/** Adds many jobs in the transaction of `connection`, like {@link Enqueue}; the jobs' keys must be distinct. */
export type EnqueueAll<T extends TaskMap<T>> = (
  connection: Queryable,
  jobs: readonly JobArguments<T, Pick<JobOptions, 'key' | 'runAt'>>[],
) => Promise<void>;

export interface TaskContext {
  /** Aborted when the program shuts down; the job should then stop. */
  readonly signal: AbortSignal;
}

/**
 * The function of each task. It can run more than once for a job (after a crash or a failure), so it must be
 * idempotent. A rejected job is retried after seconds, then minutes, then hours, with 25 attempts in all.
 */
export type TaskRunners<T extends TaskMap<T>> = {
  readonly [N in keyof T]: (payload: T[N], context: TaskContext) => Promise<void>;
};

/** Format of ids, file keys and similar values. It allows no spaces, so that sentences of people do not match. */
const idPattern = /^[\w.:/-]{1,200}$/;

function assertIds(name: string, payload: TaskPayload): void {
  const invalidEntry = Object.entries(payload).find(([, value]) => !idPattern.test(value));
  if (invalidEntry) throw new TypeError(`Job ${name}: '${invalidEntry[0]}' is not an id`);
}

/** Creates the enqueue function of a set of tasks. */
export function createEnqueue<T extends TaskMap<T>>(): Enqueue<T> {
  return async (db, ...[name, payload, options = {}]) => {
    assertIds(name, payload);
    await db.execute(sql`SELECT FROM graphile_worker.add_job(
      identifier => ${name},
      payload => ${JSON.stringify(payload)}::json,
      queue_name => ${options.queue ?? null},
      job_key => ${options.key ?? null},
      job_key_mode => ${options.keepsRunAt ? 'preserve_run_at' : 'replace'},
      run_at => ${options.runAt?.toISOString() ?? null}::timestamptz)`);
  };
}

const addJobsStatement = compileStatement(
  sql`SELECT FROM graphile_worker.add_jobs(ARRAY(
    SELECT (j.identifier, j.payload::json, NULL, j.run_at, NULL, j.job_key, NULL, NULL)
      ::graphile_worker.job_spec
    FROM unnest(${sql.placeholder('names')}::text[], ${sql.placeholder('payloads')}::text[],
      ${sql.placeholder('times')}::timestamptz[], ${sql.placeholder('keys')}::text[])
      AS j(identifier, payload, run_at, job_key)))`,
);

/** Like {@link createEnqueue}, for many jobs in one statement. */
export function createEnqueueAll<T extends TaskMap<T>>(): EnqueueAll<T> {
  return async (connection, jobs) => {
    if (jobs.length === 0) return;
    for (const [name, payload] of jobs) assertIds(name, payload);
    await addJobsStatement(connection, {
      names: jobs.map(([name]) => name),
      payloads: jobs.map(([, payload]) => JSON.stringify(payload)),
      times: jobs.map(([, , options]) => options?.runAt?.toISOString() ?? null),
      keys: jobs.map(([, , options]) => options?.key ?? null),
    });
  };
}
