import type { RealtimePorts } from './ports.ts';

/**
 * For this long after a disconnection, in ms, retries use the short interval, because most disconnections are brief.
 */
const SHORT_INTERVAL_PERIOD_MS = 5 * 60_000;
/** The short interval, in ms. It varies randomly by up to a quarter, so that clients do not all reconnect at once. */
const SHORT_INTERVAL_MS = 2_000;
const LONG_INTERVAL_MS = 30_000;

/** Decides when to retry after a round of attempts has failed. */
export interface Backoff {
  /** Schedules the next attempt in place of an earlier scheduled one. */
  next(work: () => void): void;
  stop(): void;
  /** Resets the backoff after a successful connection, so that the next failure starts with the short interval. */
  reset(): void;
}

type BackoffDeps = Pick<RealtimePorts, 'timers' | 'browserState' | 'now' | 'random'>;

export function createReconnectBackoff({
  timers,
  browserState,
  now,
  random,
}: BackoffDeps): Backoff {
  let failingSince: number | null = null;
  let cancel: (() => void) | null = null;
  const stop = () => {
    cancel?.();
    cancel = null;
  };
  return {
    next: (work) => {
      stop();
      failingSince ??= now();
      const usesShortInterval =
        browserState.visible() && now() - failingSince < SHORT_INTERVAL_PERIOD_MS;
      const delayMs =
        (usesShortInterval ? SHORT_INTERVAL_MS : LONG_INTERVAL_MS) * (0.75 + random() / 2);
      cancel = timers.after(delayMs, work);
    },
    stop,
    reset: () => {
      stop();
      failingSince = null;
    },
  };
}
