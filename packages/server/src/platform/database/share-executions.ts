import type pg from 'pg';

/** A read that `compileSharedRead` has compiled, with its values. */
interface SharedRead extends pg.QueryConfig<unknown[]> {
  readonly isShared: true;
}

type QueryFunction = (...args: unknown[]) => unknown;

const isSharedRead = (query: unknown): query is SharedRead =>
  typeof query === 'object' && query !== null && Reflect.get(query, 'isShared') === true;

/**
 * Replaces the `query` method of a pool: calls of one turn of the event loop with the same shared read and the same
 * values share one execution and its rows. The execution begins after the last of these calls, so no caller reads older
 * data than without sharing. Reads inside transactions do not use this method and are never shared.
 */
export function shareExecutions(pool: pg.Pool): void {
  const originalQuery = pool.query.bind(pool) as QueryFunction;
  const executionsOfTurn = new Map<string, Promise<unknown>>();
  const executeAfterTurn = async (key: string, args: readonly unknown[]) => {
    await new Promise(setImmediate);
    executionsOfTurn.delete(key);
    return originalQuery(...args);
  };
  const sharedQuery: QueryFunction = (...args) => {
    const [query] = args;
    if (!isSharedRead(query)) return originalQuery(...args);
    const key = `${query.name ?? query.text} ${JSON.stringify(query.values)}`;
    const existing = executionsOfTurn.get(key);
    if (existing) return existing;
    const execution = executeAfterTurn(key, args);
    executionsOfTurn.set(key, execution);
    return execution;
  };
  pool.query = sharedQuery as typeof pool.query;
}
