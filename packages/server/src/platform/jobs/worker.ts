import { setTimeout as delay } from 'node:timers/promises';
import { parseCronItems, type Runner, run, type TaskList } from 'graphile-worker';
import { errorMessageOf } from '../database/log.ts';
import {
  createQueueOptions,
  isListening,
  type JobQueueDeps,
  releaseJobs,
  releaseOrphanedJobs,
} from './queue.ts';

/** Time that running jobs have to finish after `stop`, in ms. */
const FINISH_TIMEOUT_MS = 3_500;
const RELEASE_TIMEOUT_MS = 1_000;
const RESTART_DELAY_MS = 1_000;
const ORPHAN_CHECK_INTERVAL_MS = 5_000;
const LISTENING_CHECK_INTERVAL_MS = 2_000;
/** Number of consecutive checks without a listening connection after which a worker counts as hanging. */
const MAX_MISSED_CHECKS = 3;

/** A running worker; it continues after its own failures and after those of the database. */
export interface Worker {
  /** Stops the worker within 5 s; jobs that do not finish in time are released to the queue. */
  stop(): Promise<void>;
}

/** Starts a worker; rejects when the database cannot be reached. */
export async function startWorker(
  deps: JobQueueDeps,
  taskList: TaskList,
  schedule: Schedule = {},
): Promise<Worker> {
  const workerTasks = { taskList, schedule };
  const stopController = new AbortController();
  const firstRun = await startRun(deps, workerTasks);
  const sweep = () => logFailure(deps, stopController.signal, releaseOrphanedJobs(deps));
  await sweep();
  const sweepTimer = setInterval(sweep, ORPHAN_CHECK_INTERVAL_MS).unref();
  const stopPromise = runUntilStopped(deps, workerTasks, firstRun, stopController.signal);
  return {
    stop: async () => {
      clearInterval(sweepTimer);
      stopController.abort();
      await stopPromise;
    },
  };
}

/** Cron expressions in UTC by task name; each run happens once over all processes. */
export type Schedule = Readonly<Record<string, string>>;

interface WorkerTasks {
  readonly taskList: TaskList;
  readonly schedule: Schedule;
}

/**
 * Converts the schedule for the library. A job key per task keeps one waiting job of each: without it a task that
 * always fails would add a job at every scheduled time, and each is tried for days. A waiting job that has not run
 * keeps its time, and so its place among the due jobs; one that has failed is tried again at once, with its attempts
 * reset. While a run lasts a further job is added, and the library does not retry that run if it fails.
 */
function toCronItems(schedule: Schedule) {
  return parseCronItems(
    Object.entries(schedule).map(([task, match]) => ({
      task,
      match,
      identifier: task,
      options: { jobKey: `cron:${task}`, jobKeyMode: 'preserve_run_at' as const },
    })),
  );
}

interface WorkerRun {
  readonly poolId: string;
  readonly runner: Runner;
}

async function startRun(
  deps: JobQueueDeps,
  { taskList, schedule }: WorkerTasks,
): Promise<WorkerRun> {
  const options = createQueueOptions(deps);
  let poolId = '';
  options.events.on('pool:create', ({ workerPool }) => {
    poolId = workerPool.id;
  });
  const ownTaskList = { ...taskList };
  const runner = await run({
    ...options,
    taskList: ownTaskList,
    parsedCronItems: toCronItems(schedule),
  });
  void forgetTasksAfter(runner.promise, ownTaskList);
  return { poolId, runner };
}

/**
 * Empties the task list of a run that has ended. The library keeps the options of every run while the process lives, and
 * the tasks would keep a stopped program in memory.
 */
async function forgetTasksAfter(runEnd: Promise<void>, taskList: TaskList): Promise<void> {
  await runEnd.catch(() => undefined);
  for (const name of Object.keys(taskList)) delete taskList[name];
}

/** Waits for regularly repeated work; a failure is only logged, because the next run follows anyway. */
async function logFailure(
  deps: JobQueueDeps,
  stopSignal: AbortSignal,
  work: Promise<void>,
): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (stopSignal.aborted) return;
    deps.log.warn({ reason: errorMessageOf(error) }, 'orphaned jobs could not be released');
  }
}

/** Runs workers until stopped; a worker that ends by itself is replaced by a new one. */
async function runUntilStopped(
  deps: JobQueueDeps,
  workerTasks: WorkerTasks,
  firstRun: WorkerRun,
  stopSignal: AbortSignal,
): Promise<void> {
  const stopPromise = new Promise<void>((resolve) => {
    stopSignal.addEventListener('abort', () => resolve(), { once: true });
  });
  let currentRun = firstRun;
  for (;;) {
    const runEnd = new AbortController();
    const runnerEnd = currentRun.runner.promise.catch(() => undefined);
    await Promise.race([
      stopPromise,
      runnerEnd,
      waitUntilListenerLost(deps, currentRun.poolId, runEnd.signal),
    ]);
    runEnd.abort();
    if (stopSignal.aborted) return finishRun(deps, currentRun, stopSignal);
    deps.log.error({}, 'the job worker ended and is restarted');
    // A hanging worker may never stop, so its replacement does not wait for it.
    currentRun.runner.stop().catch(() => undefined);
    await Promise.race([stopPromise, delay(RESTART_DELAY_MS, undefined, { ref: false })]);
    if (stopSignal.aborted) return;
    await logFailure(deps, stopSignal, releaseJobs(deps, currentRun.poolId));
    currentRun = await startRun(deps, workerTasks).catch(() => currentRun);
  }
}

/**
 * Resolves when the worker had no listening connection at several checks in a row, or after `signal` was aborted. When
 * all connections break at once, or the database refuses to record the end of a job, the library closes its listening
 * connection, takes no more jobs and can hang (graphile/worker#636).
 */
async function waitUntilListenerLost(
  deps: JobQueueDeps,
  poolId: string,
  signal: AbortSignal,
): Promise<void> {
  for (let missedChecks = 0; missedChecks < MAX_MISSED_CHECKS && !signal.aborted; ) {
    await delay(LISTENING_CHECK_INTERVAL_MS, undefined, { ref: false });
    const hasListener = await isListening(deps, poolId).catch(() => true);
    missedChecks = hasListener ? 0 : missedChecks + 1;
  }
}

async function finishRun(
  deps: JobQueueDeps,
  { runner, poolId }: WorkerRun,
  stopSignal: AbortSignal,
): Promise<void> {
  const ignore = () => undefined;
  const finishPromise = runner.stop().then(ignore, ignore);
  const timeoutPromise = delay(FINISH_TIMEOUT_MS, 'late' as const, { ref: false });
  if ((await Promise.race([finishPromise, timeoutPromise])) !== 'late') return;
  const releasePromise = logFailure(deps, stopSignal, releaseJobs(deps, poolId));
  await Promise.race([releasePromise, delay(RELEASE_TIMEOUT_MS, undefined, { ref: false })]);
}
