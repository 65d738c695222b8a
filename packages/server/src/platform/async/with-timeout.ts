import type { Timers } from '../../ports/timers.ts';

/** Resolves or rejects like `work`, or rejects after `ms` milliseconds. `work` itself is not cancelled. */
export async function withTimeout<T>(timers: Timers, ms: number, work: Promise<T>): Promise<T> {
  const timeout = Promise.withResolvers<never>();
  const stop = timers.after(ms, () => timeout.reject(new Error('timed out')));
  return Promise.race([work, timeout.promise]).finally(stop);
}
