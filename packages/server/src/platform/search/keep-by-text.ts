import { type MemoizedByKey, memoizeByKey } from '../async/memoize-by-key.ts';
import type { Queryable } from '../database/prepared.ts';

/** Maximum number of texts whose results one function keeps for each pool; a result has a few kilobytes at most. */
const MAX_KEPT_TEXTS = 1_000;
/**
 * Time in ms for which a result is kept. The result depends only on the text and on functions of the database, which
 * only a migration of a newer version changes.
 */
const KEPT_MS = 60_000;

type ReadByText<T> = (pool: Queryable, text: string) => Promise<T>;

/**
 * Caches the results that `read` gets from the database for a text, because the three lists of a search page ask for
 * the same text and many people type the same texts. Only for results that depend on the text alone, never on rows.
 */
export function keepByText<T>(read: ReadByText<T>): ReadByText<T> {
  const memoizedByPool = new WeakMap<Queryable, MemoizedByKey<T>>();
  const openCacheOf = (pool: Queryable) => {
    const memoized = memoizeByKey<T>({ ms: KEPT_MS, maxKeys: MAX_KEPT_TEXTS });
    memoizedByPool.set(pool, memoized);
    return memoized;
  };
  return (pool, text) =>
    (memoizedByPool.get(pool) ?? openCacheOf(pool)).get(text, () => read(pool, text));
}
