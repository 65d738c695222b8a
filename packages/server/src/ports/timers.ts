/** Monotonic time and timeouts, injected so that tests can control them. */
export interface Timers {
  /** Monotonic time in milliseconds. */
  now(): number;
  /** Runs `due` after `ms` milliseconds; the returned function cancels the timer. */
  after(ms: number, due: () => void): () => void;
}

/** Timers of Node; a pending timer does not prevent the process from exiting. */
export const systemTimers: Timers = {
  now: () => performance.now(),
  after: (ms, due) => {
    const timer = setTimeout(due, ms).unref();
    return () => clearTimeout(timer);
  },
};
