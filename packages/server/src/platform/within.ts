import type { Timers } from '../ports/timers.ts';

/** The outcome of `work`; rejects after `ms`, and what is waited for goes on alone. */
export async function within<T>(timers: Timers, ms: number, work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const stop = timers.after(ms, () => late.reject(new Error('late')));
  return Promise.race([work, late.promise]).finally(stop);
}
