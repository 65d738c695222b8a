import { setTimeout as delay } from 'node:timers/promises';
import { parseCronItems, type Runner, run, type TaskList } from 'graphile-worker';
import { reasonOf } from '../database/log.ts';
import { giveBack, isListening, type QueueDeps, queueOptions, releaseOrphans } from './queue.ts';

/** How long running jobs may go on after `stop`, in ms. */
const FINISH_MS = 3_500;
const GIVE_BACK_MS = 1_000;
const RESTART_AFTER_MS = 1_000;
const ORPHANS_EVERY_MS = 5_000;
const LISTENING_EVERY_MS = 2_000;
/** Looks in a row without a listening connection before a worker counts as hanging. */
const DEAF_AFTER = 3;

/** A running worker; it outlives failures of its own and of the database. */
export interface Worker {
  /** Resolves within 5 s; jobs that still run then are given back to the queue. */
  stop(): Promise<void>;
}

/** Begins to work on the queue; rejects when the database cannot be reached. */
export async function startWorker(
  deps: QueueDeps,
  list: TaskList,
  schedule: Schedule = {},
): Promise<Worker> {
  const work = { list, schedule };
  const stop = new AbortController();
  const first = await open(deps, work);
  const sweep = () => quietly(deps, stop.signal, releaseOrphans(deps));
  await sweep();
  const sweeping = setInterval(sweep, ORPHANS_EVERY_MS).unref();
  const done = keepRunning(deps, work, first, stop.signal);
  return {
    stop: async () => {
      clearInterval(sweeping);
      stop.abort();
      await done;
    },
  };
}

/** Task name → when it runs, in cron's notation and UTC; once over all processes. */
export type Schedule = Readonly<Record<string, string>>;

interface Work {
  readonly list: TaskList;
  readonly schedule: Schedule;
}

function cronItems(schedule: Schedule) {
  return parseCronItems(
    Object.entries(schedule).map(([task, match]) => ({ task, match, identifier: task })),
  );
}

interface Run {
  readonly poolId: string;
  readonly runner: Runner;
}

async function open(deps: QueueDeps, { list, schedule }: Work): Promise<Run> {
  const options = queueOptions(deps);
  let poolId = '';
  options.events.on('pool:create', ({ workerPool }) => {
    poolId = workerPool.id;
  });
  const runner = await run({ ...options, taskList: list, parsedCronItems: cronItems(schedule) });
  return { poolId, runner };
}

/** Failing is of no consequence: there is a next time. */
async function quietly(deps: QueueDeps, stop: AbortSignal, work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (stop.aborted) return;
    deps.log.warn({ reason: reasonOf(error) }, 'jobs left behind could not be given back');
  }
}

/** Runs until told to stop; a worker that ends by itself is replaced. */
async function keepRunning(
  deps: QueueDeps,
  work: Work,
  first: Run,
  stop: AbortSignal,
): Promise<void> {
  const stopped = new Promise<void>((resolve) => {
    stop.addEventListener('abort', () => resolve(), { once: true });
  });
  let current = first;
  for (;;) {
    const over = new AbortController();
    const ended = current.runner.promise.catch(() => undefined);
    await Promise.race([stopped, ended, deafness(deps, current.poolId, over.signal)]);
    over.abort();
    if (stop.aborted) return finish(deps, current, stop);
    deps.log.error({}, 'the job worker ended and is started again');
    // One that hangs may never answer to this; the next one does not wait for it.
    current.runner.stop().catch(() => undefined);
    await Promise.race([stopped, delay(RESTART_AFTER_MS, undefined, { ref: false })]);
    if (stop.aborted) return;
    await quietly(deps, stop, giveBack(deps, current.poolId));
    current = await open(deps, work).catch(() => current);
  }
}

/**
 * Resolves when the worker has had no listening connection for a while: the library can hang in
 * between when every connection is cut at once, and then takes no job any more.
 */
async function deafness(deps: QueueDeps, poolId: string, over: AbortSignal): Promise<void> {
  for (let missed = 0; missed < DEAF_AFTER && !over.aborted; ) {
    await delay(LISTENING_EVERY_MS, undefined, { ref: false });
    const there = await isListening(deps, poolId).catch(() => true);
    missed = there ? 0 : missed + 1;
  }
}

async function finish(deps: QueueDeps, { runner, poolId }: Run, stop: AbortSignal): Promise<void> {
  const ignore = () => undefined;
  const finished = runner.stop().then(ignore, ignore);
  const late = delay(FINISH_MS, 'late' as const, { ref: false });
  if ((await Promise.race([finished, late])) !== 'late') return;
  const given = quietly(deps, stop, giveBack(deps, poolId));
  await Promise.race([given, delay(GIVE_BACK_MS, undefined, { ref: false })]);
}
