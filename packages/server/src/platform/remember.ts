import { singleFlight } from './single-flight.ts';

/**
 * Reads once for everyone who asks within `ms`, and once for all who ask at the same time. What fails
 * is asked for again by the next.
 * @param now in ms
 */
export function rememberFor<T>(
  ms: number,
  now: () => number,
  read: () => Promise<T>,
): () => Promise<T> {
  const flight = singleFlight<T>();
  let kept: { readonly value: T; readonly until: number } | null = null;
  return async () => {
    if (kept && now() < kept.until) return kept.value;
    return flight('', async () => {
      const value = await read();
      kept = { value, until: now() + ms };
      return value;
    });
  };
}
