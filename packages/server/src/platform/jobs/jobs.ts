import { runOnce, type TaskList } from 'graphile-worker';
import { nobodyLooks, type Watchers } from '../scene.ts';
import { migrateQueue, type QueueDeps, queueOptions } from './queue.ts';
import { type Enqueue, enqueuer, type TaskMap, type TaskRunners } from './tasks.ts';
import { watchJob } from './watch-jobs.ts';
import { type Schedule, startWorker, type Worker } from './worker.ts';

/** The background work of the program. */
export interface Jobs<T extends TaskMap<T>> {
  readonly enqueue: Enqueue<T>;
  /** Makes the queue's tables where needed and begins to work; rejects when the database fails. */
  start(): Promise<void>;
  /**
   * Takes no more jobs and waits for the running ones; within 5 s what still runs is given back.
   * Call it before the database is closed.
   */
  stop(): Promise<void>;
  /**
   * For tests and scripts: runs what is due, and what that adds, until nothing is left. With
   * `until` also what is scheduled up to then, retries included. Nothing else may be working on
   * the queue.
   */
  runUntilIdle(options?: { readonly until?: Date }): Promise<void>;
}

/**
 * The job queue in the program's database, with what each task does. `schedule` names tasks that
 * also run by the clock, without a payload of their own; see {@link Schedule}.
 */
export function createJobs<T extends TaskMap<T>>(
  deps: QueueDeps,
  tasks: TaskRunners<T>,
  schedule: Schedule & { readonly [N in keyof NoInfer<T> & string]?: string } = {},
): Jobs<T> {
  const list = taskList(tasks, deps.watchers ?? nobodyLooks);
  let worker: Promise<Worker> | undefined;
  return {
    enqueue: enqueuer<T>(),
    start: async () => {
      worker ??= migrateQueue(deps).then(() => startWorker(deps, list, schedule));
      await worker;
    },
    stop: async () => {
      const stopping = worker;
      worker = undefined;
      await (await stopping)?.stop();
    },
    runUntilIdle: async ({ until } = {}) => {
      await migrateQueue(deps);
      if (until) await bringForward(deps, until);
      await runAll(deps, list);
    },
  };
}

function taskList<T extends TaskMap<T>>(tasks: TaskRunners<T>, watchers: Watchers): TaskList {
  const never = new AbortController().signal;
  const list: TaskList = {};
  for (const name of Object.keys(tasks) as (keyof T & string)[]) {
    list[name] = (payload, helpers) =>
      watchJob(watchers, name, helpers, () =>
        // Only `enqueue` adds jobs, so the payload is of this type.
        tasks[name](payload as T[typeof name], { signal: helpers.abortSignal ?? never }),
      );
  }
  return list;
}

async function runAll(deps: QueueDeps, list: TaskList): Promise<void> {
  const options = queueOptions(deps);
  // The library only logs that it could not ask for a job.
  const failures: unknown[] = [];
  options.events.on('worker:getJob:error', ({ error }) => failures.push(error));
  await runOnce({ ...options, taskList: list, concurrency: 1 });
  if (failures.length > 0) throw failures[0];
}

async function bringForward({ database }: QueueDeps, until: Date): Promise<void> {
  await database.pool.query(
    `SELECT FROM graphile_worker.reschedule_jobs(ARRAY(
       SELECT id FROM graphile_worker.jobs
       WHERE run_at > now() AND run_at <= $1 AND locked_at IS NULL), now())`,
    [until],
  );
}
