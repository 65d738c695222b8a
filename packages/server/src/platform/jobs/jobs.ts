import { runOnce, type TaskList } from 'graphile-worker';
import { noTelemetry, type Telemetry } from '../telemetry/request-context.ts';
import { instrumentJob } from './instrument-jobs.ts';
import { createQueueOptions, type JobQueueDeps, migrateQueue } from './queue.ts';
import { createEnqueue, type Enqueue, type TaskMap, type TaskRunners } from './tasks.ts';
import { type Schedule, startWorker, type Worker } from './worker.ts';

/** The program's job queue. */
export interface Jobs<T extends TaskMap<T>> {
  readonly enqueue: Enqueue<T>;
  /** Migrates the queue's tables and starts the worker; rejects when the database fails. */
  start(): Promise<void>;
  /**
   * Starts no more jobs and waits for the running ones; jobs that still run after 3.5 s are released to the queue. Must
   * be called before the database is closed.
   */
  stop(): Promise<void>;
  /**
   * For tests and scripts: runs due jobs, and the jobs that these add, until none is left. With `until`, also runs jobs
   * scheduled up to that time, retries included. No other worker may run on the queue.
   */
  runUntilIdle(options?: { readonly until?: Date }): Promise<void>;
}

/**
 * Creates the job queue with a runner for each task. `schedule` names tasks that also run at fixed times, without
 * a payload; see {@link Schedule}.
 */
export function createJobs<T extends TaskMap<T>>(
  deps: JobQueueDeps,
  tasks: TaskRunners<T>,
  schedule: Schedule & { readonly [N in keyof NoInfer<T> & string]?: string } = {},
): Jobs<T> {
  const taskFunctions = createTaskList(tasks, deps.telemetry ?? noTelemetry);
  let worker: Promise<Worker> | undefined;
  return {
    enqueue: createEnqueue<T>(),
    start: async () => {
      worker ??= migrateQueue(deps).then(() => startWorker(deps, taskFunctions, schedule));
      await worker;
    },
    stop: async () => {
      const stoppingWorker = worker;
      worker = undefined;
      await (await stoppingWorker)?.stop();
    },
    runUntilIdle: async ({ until } = {}) => {
      await migrateQueue(deps);
      if (until) await makeJobsDue(deps, until);
      await runAll(deps, taskFunctions);
    },
  };
}

function createTaskList<T extends TaskMap<T>>(
  tasks: TaskRunners<T>,
  telemetry: Telemetry,
): TaskList {
  const neverAborted = new AbortController().signal;
  const taskFunctions: TaskList = {};
  for (const name of Object.keys(tasks) as (keyof T & string)[]) {
    taskFunctions[name] = (payload, helpers) =>
      instrumentJob(telemetry, name, helpers, () =>
        // Only `enqueue` adds jobs, so the payload of a task has its declared type.
        tasks[name](payload as T[typeof name], { signal: helpers.abortSignal ?? neverAborted }),
      );
  }
  return taskFunctions;
}

async function runAll(deps: JobQueueDeps, taskFunctions: TaskList): Promise<void> {
  const options = createQueueOptions(deps);
  // When the query for jobs fails, the library only emits this event, so the errors are collected here.
  const failures: unknown[] = [];
  options.events.on('worker:getJob:error', ({ error }) => failures.push(error));
  await runOnce({ ...options, taskList: taskFunctions, concurrency: 1 });
  if (failures.length > 0) throw failures[0];
}

/** Reschedules the waiting jobs that would become due by `dueUntil`, so that they are due now. */
async function makeJobsDue({ database }: JobQueueDeps, dueUntil: Date): Promise<void> {
  await database.pool.query(
    `SELECT FROM graphile_worker.reschedule_jobs(ARRAY(
       SELECT id FROM graphile_worker.jobs
       WHERE run_at > now() AND run_at <= $1 AND locked_at IS NULL), now())`,
    [dueUntil],
  );
}
