import type { RealtimePorts } from './ports.ts';

/** For this long after a disconnection, in ms, retries come at the short interval: most disconnections are brief. */
const SHORT_INTERVAL_PERIOD_MS = 5 * 60_000;
/** The short interval, in ms, with a jitter of a quarter so that clients do not reconnect together. */
const SHORT_INTERVAL_MS = 2_000;
const LONG_INTERVAL_MS = 30_000;

/** When to try next, after a round of tries has failed. */
export interface Backoff {
  /** Schedules the next attempt; replaces the previous one. */
  next(work: () => void): void;
  stop(): void;
  /** Resets the backoff: the connection is open, so the next failure is a new one. */
  reset(): void;
}

type BackoffDeps = Pick<RealtimePorts, 'timers' | 'browserState' | 'now' | 'random'>;

export function createReconnectBackoff({
  timers,
  browserState,
  now,
  random,
}: BackoffDeps): Backoff {
  let since: number | null = null;
  let cancel: (() => void) | null = null;
  const stop = () => {
    cancel?.();
    cancel = null;
  };
  return {
    next: (work) => {
      stop();
      since ??= now();
      const eager = browserState.visible() && now() - since < SHORT_INTERVAL_PERIOD_MS;
      const wait = (eager ? SHORT_INTERVAL_MS : LONG_INTERVAL_MS) * (0.75 + random() / 2);
      cancel = timers.after(wait, work);
    },
    stop,
    reset: () => {
      stop();
      since = null;
    },
  };
}
