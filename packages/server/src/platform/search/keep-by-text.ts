import { LRUCache } from 'lru-cache';
import type { Queryable } from '../database/prepared.ts';

/** Maximum number of texts whose results one function keeps for each pool; a result has a few kilobytes at most. */
const MAX_KEPT_TEXTS = 1_000;
/**
 * Time in ms for which a result is kept. It depends on the text and on functions of the database alone, which only a
 * migration by a newer version changes.
 */
const KEPT_MS = 60_000;

type ReadByText<T> = (pool: Queryable, text: string) => Promise<T>;

/**
 * Keeps what the database makes of a text, because the three lists of a search page ask for the same text and people
 * type the same beginnings. Only for results that depend on the text alone, never on rows. Concurrent callers share one
 * query; a failed query is not kept.
 */
export function keepByText<T>(read: ReadByText<T>): ReadByText<T> {
  const keptByPool = new WeakMap<Queryable, LRUCache<string, Promise<T>>>();
  const openCache = (pool: Queryable) => {
    const cache = new LRUCache<string, Promise<T>>({ max: MAX_KEPT_TEXTS, ttl: KEPT_MS });
    keptByPool.set(pool, cache);
    return cache;
  };
  return (pool, text) => {
    const kept = keptByPool.get(pool) ?? openCache(pool);
    const known = kept.get(text);
    if (known) return known;
    const result = read(pool, text);
    kept.set(text, result);
    result.catch(() => {
      if (kept.peek(text) === result) kept.delete(text);
    });
    return result;
  };
}
