/** Time that only passes and what is due after some of it, passed in so that tests can move it. */
export interface Timers {
  /** Milliseconds since some moment; nobody sets this clock back. */
  now(): number;
  /** Runs `due` after `ms` unless it is called off by the function that it returns. */
  after(ms: number, due: () => void): () => void;
}

/** The process's own; what waits here keeps no process alive. */
export const systemTimers: Timers = {
  now: () => performance.now(),
  after: (ms, due) => {
    const timer = setTimeout(due, ms).unref();
    return () => clearTimeout(timer);
  },
};
