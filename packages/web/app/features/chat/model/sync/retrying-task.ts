/** Delays before the retries of a failed task, in ms; the last one is used for all further retries. */
const RETRY_DELAYS_MS = [1_000, 2_000, 5_000, 10_000, 30_000];

/** Runs `work` after `ms`, unless the returned function is called first. */
export type ScheduleAfter = (ms: number, work: () => void) => () => void;

/** Decides whether a failed task is retried. */
export type FailureHandler = (error: unknown) => 'retry' | 'stop';

/** A task that runs once at a time, even if it is requested repeatedly, and that may be retried after a failure. */
export interface RetryingTask {
  /** Resolves when the task has succeeded or failed, whether or not it will be retried. */
  run(): Promise<void>;
  stop(): void;
}

/**
 * Creates a task. A request during a run causes another run afterwards, because the result may be outdated by then.
 * `onFailure` is called with each failure and decides whether to retry.
 */
export function createTask(
  work: () => Promise<void>,
  {
    scheduleAfter,
    onFailure,
  }: { readonly scheduleAfter: ScheduleAfter; readonly onFailure: FailureHandler },
): RetryingTask {
  let currentRun: Promise<void> | null = null;
  let mustRunAgain = false;
  let failureCount = 0;
  let stopped = false;
  let cancelRetry: (() => void) | null = null;

  const tryLater = () => {
    cancelRetry = scheduleAfter(
      RETRY_DELAYS_MS[Math.min(failureCount, RETRY_DELAYS_MS.length - 1)] ?? 0,
      () => void run(),
    );
    failureCount += 1;
  };
  const loop = async () => {
    do {
      mustRunAgain = false;
      try {
        await work();
        failureCount = 0;
      } catch (error) {
        if (!stopped && onFailure(error) === 'retry' && !mustRunAgain) tryLater();
      }
    } while (mustRunAgain && !stopped);
    currentRun = null;
  };
  const run = (): Promise<void> => {
    if (stopped) return Promise.resolve();
    cancelRetry?.();
    if (currentRun) mustRunAgain = true;
    currentRun ??= loop();
    return currentRun;
  };
  return {
    run,
    stop: () => {
      stopped = true;
      cancelRetry?.();
    },
  };
}
