import { sql } from 'drizzle-orm';
import type { Db } from '../database/pool.ts';
import { compileStatement, type Queryable } from '../database/prepared.ts';

/** What a job is told: ids and keys only. What they stand for is read when the job runs. */
export type TaskPayload = Readonly<Record<string, string>>;

/** The tasks of a module or of the whole program: name, such as `moderation.mail_case`, → payload. */
export type TaskMap<T> = { readonly [N in keyof T]: TaskPayload };

export interface JobOptions {
  /** A job still waiting under this key is replaced by the new one. */
  readonly key?: string;
  /** Not before this time; at once by default. */
  readonly runAt?: Date;
  /** Jobs of one queue run one after the other: what takes long leaves workers to the rest. */
  readonly queue?: string;
}

type JobOf<T> = {
  [N in keyof T & string]: [name: N, payload: T[N], options?: JobOptions];
}[keyof T & string];

/**
 * Adds a job in the transaction `db`: it runs after the commit, at least once, and never when the
 * transaction is rolled back. Throws `TypeError` for a payload that holds anything but ids.
 */
export type Enqueue<T extends TaskMap<T>> = (db: Db, ...job: JobOf<T>) => Promise<void>;

/** Adds many jobs at once in the transaction of `connection`, as {@link Enqueue} adds one; no two of one key. */
export type EnqueueAll<T extends TaskMap<T>> = (
  connection: Queryable,
  jobs: readonly JobOf<T>[],
) => Promise<void>;

export interface TaskContext {
  /** Fires when the program is about to end and the job should give up. */
  readonly signal: AbortSignal;
}

/**
 * What each task does. It may run more than once for a job (after a crash, or when it failed), so
 * its effect must be the same as of running once. Rejecting means trying again later: after
 * seconds, then minutes, then hours, 25 times in all.
 */
export type TaskRunners<T extends TaskMap<T>> = {
  readonly [N in keyof T]: (payload: T[N], context: TaskContext) => Promise<void>;
};

/** Ids, file keys and the like; no text that a person wrote looks like this for long. */
const idForm = /^[\w.:/-]{1,200}$/;

function assertIds(name: string, payload: TaskPayload): void {
  const odd = Object.entries(payload).find(([, value]) => !idForm.test(value));
  if (odd) throw new TypeError(`Job ${name}: '${odd[0]}' is not an id`);
}

/** The enqueue function of a set of tasks; it needs nothing but the transaction it is given. */
export function enqueuer<T extends TaskMap<T>>(): Enqueue<T> {
  return async (db, ...[name, payload, options = {}]) => {
    assertIds(name, payload);
    await db.execute(sql`SELECT FROM graphile_worker.add_job(
      identifier => ${name},
      payload => ${JSON.stringify(payload)}::json,
      queue_name => ${options.queue ?? null},
      job_key => ${options.key ?? null},
      run_at => ${options.runAt?.toISOString() ?? null}::timestamptz)`);
  };
}

const addAll = compileStatement(
  sql`SELECT FROM graphile_worker.add_jobs(ARRAY(
    SELECT (j.identifier, j.payload::json, NULL, j.run_at, NULL, j.job_key, NULL, NULL)
      ::graphile_worker.job_spec
    FROM unnest(${sql.placeholder('names')}::text[], ${sql.placeholder('payloads')}::text[],
      ${sql.placeholder('times')}::timestamptz[], ${sql.placeholder('keys')}::text[])
      AS j(identifier, payload, run_at, job_key)))`,
);

/** As {@link enqueuer}, for many jobs in one statement. */
export function batchEnqueuer<T extends TaskMap<T>>(): EnqueueAll<T> {
  return async (connection, jobs) => {
    if (jobs.length === 0) return;
    for (const [name, payload] of jobs) assertIds(name, payload);
    await addAll(connection, {
      names: jobs.map(([name]) => name),
      payloads: jobs.map(([, payload]) => JSON.stringify(payload)),
      times: jobs.map(([, , options]) => options?.runAt?.toISOString() ?? null),
      keys: jobs.map(([, , options]) => options?.key ?? null),
    });
  };
}
