import type pg from 'pg';

type QueryFunction = (...args: unknown[]) => unknown;

const queryTextOf = (query: unknown): string => {
  if (typeof query === 'string') return query;
  const text: unknown = typeof query === 'object' && query ? Reflect.get(query, 'text') : '';
  return typeof text === 'string' ? text : '';
};

/**
 * Counts the statements of this pool that may have changed the database: every statement except a plain SELECT, and
 * every commit. A statement is counted when it ends, before its caller continues.
 * @returns a function that reads the current count
 */
export function countWrites(pool: pg.Pool): () => number {
  let writeCount = 0;
  const countWrite = () => {
    writeCount += 1;
  };
  pool.on('connect', (client) => {
    const originalQuery = client.query.bind(client) as QueryFunction;
    const countedQuery: QueryFunction = (...args) => {
      if (/^\s*select\b/i.test(queryTextOf(args[0]))) return originalQuery(...args);
      const lastArgument = args.at(-1);
      if (typeof lastArgument === 'function') {
        const callback = (...results: unknown[]) => {
          countWrite();
          (lastArgument as QueryFunction)(...results);
        };
        return originalQuery(...args.slice(0, -1), callback);
      }
      const answer = originalQuery(...args);
      if (answer instanceof Promise) answer.then(countWrite, countWrite);
      else countWrite();
      return answer;
    };
    client.query = countedQuery as typeof client.query;
  });
  return () => writeCount;
}
