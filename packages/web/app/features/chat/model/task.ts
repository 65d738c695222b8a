/** How long a task that failed waits, in ms: longer each time, up to the last. */
const WAITS_MS = [1_000, 2_000, 5_000, 10_000, 30_000];

export type After = (ms: number, work: () => void) => () => void;

/** What becomes of a task that failed. */
export type Failed = (error: unknown) => 'again' | 'over';

/** A piece of work that is done once however often it is asked for meanwhile, and tried until it is done. */
export interface Task {
  /** Resolves once the work was done or has failed, to be tried again or not. */
  run(): Promise<void>;
  stop(): void;
}

/**
 * Makes a task. Asked for while it runs, it runs once more afterwards: what it found may be old by
 * then. `failed` hears of each failure and says whether it is worth another try.
 */
export function createTask(
  work: () => Promise<void>,
  { after, failed }: { readonly after: After; readonly failed: Failed },
): Task {
  let running: Promise<void> | null = null;
  let again = false;
  let failures = 0;
  let stopped = false;
  let cancel: (() => void) | null = null;

  const tryLater = () => {
    cancel = after(WAITS_MS[Math.min(failures, WAITS_MS.length - 1)] ?? 0, () => void run());
    failures += 1;
  };
  const loop = async () => {
    do {
      again = false;
      try {
        await work();
        failures = 0;
      } catch (error) {
        if (!stopped && failed(error) === 'again' && !again) tryLater();
      }
    } while (again && !stopped);
    running = null;
  };
  const run = (): Promise<void> => {
    if (stopped) return Promise.resolve();
    cancel?.();
    if (running) again = true;
    running ??= loop();
    return running;
  };
  return {
    run,
    stop: () => {
      stopped = true;
      cancel?.();
    },
  };
}
