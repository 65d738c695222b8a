import { singleFlight } from './single-flight.ts';

/**
 * Memoizes the value of `read` for `ms` milliseconds; concurrent callers share one read. A failed read is not
 * memoized.
 * @param now the current time in ms
 */
export function memoizeFor<T>(
  ms: number,
  now: () => number,
  read: () => Promise<T>,
): () => Promise<T> {
  const shareRead = singleFlight<T>();
  let memoized: { readonly value: T; readonly until: number } | null = null;
  return async () => {
    if (memoized && now() < memoized.until) return memoized.value;
    return shareRead('', async () => {
      const value = await read();
      memoized = { value, until: now() + ms };
      return value;
    });
  };
}
