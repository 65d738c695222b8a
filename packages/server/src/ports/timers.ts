/** Monotonic time and timeouts, injected so that tests can control them. */
export interface Timers {
  /** Monotonic time in milliseconds. */
  now(): number;
  /** Runs `due` after `ms`; the returned function cancels it. */
  after(ms: number, due: () => void): () => void;
}

/** Timers of Node; pending timers do not keep the process alive. */
export const systemTimers: Timers = {
  now: () => performance.now(),
  after: (ms, due) => {
    const timer = setTimeout(due, ms).unref();
    return () => clearTimeout(timer);
  },
};
