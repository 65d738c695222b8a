import { LRUCache } from 'lru-cache';

/** Results in memory, each for a limited time; the least recently used ones make room for others. */
export interface MemoizedByKey<T> {
  /**
   * The result for this key; `read` is called when there is none. Concurrent callers share one call; a failed one is
   * not memoized.
   */
  get(key: string, read: () => Promise<T>): Promise<T>;
  /** Discards the result for this key, also that of a call that has not ended. */
  forget(key: string): void;
  /** Discards all results, also those of calls that have not ended. */
  clear(): void;
}

/** Memoizes results for `ms` milliseconds, at most `maxKeys` of them. */
export function memoizeByKey<T>({
  ms,
  maxKeys,
}: {
  readonly ms: number;
  readonly maxKeys: number;
}): MemoizedByKey<T> {
  const results = new LRUCache<string, Promise<T>>({ max: maxKeys, ttl: ms });
  return {
    get: (key, read) => {
      const knownResult = results.get(key);
      if (knownResult) return knownResult;
      const result = read();
      results.set(key, result);
      result.catch(() => {
        if (results.peek(key) === result) results.delete(key);
      });
      return result;
    },
    forget: (key) => void results.delete(key),
    clear: () => results.clear(),
  };
}
