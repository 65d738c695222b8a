/** Reads the value for one uid; undefined when there is none. */
export type LookUpByUid<T> = (uid: string) => Promise<T | undefined>;

/**
 * Combines lookups that are requested at about the same time into one query. A lookup requested during a running query
 * waits for the next query, so that it sees everything committed before the request.
 */
export function createBatchLookup<T>(
  read: (uids: readonly string[]) => Promise<ReadonlyMap<string, T>>,
): LookUpByUid<T> {
  let runningQuery: Promise<unknown> | null = null;
  let nextQuery: {
    readonly uids: Set<string>;
    readonly answer: Promise<ReadonlyMap<string, T>>;
  } | null = null;
  const startLookup = async (uids: Set<string>) => {
    await runningQuery?.catch(() => undefined);
    nextQuery = null;
    const query = read([...uids]);
    runningQuery = query;
    return query.finally(() => {
      if (runningQuery === query) runningQuery = null;
    });
  };
  return async (uid) => {
    if (nextQuery === null) {
      const uids = new Set<string>();
      nextQuery = { uids, answer: startLookup(uids) };
    }
    nextQuery.uids.add(uid);
    return (await nextQuery.answer).get(uid);
  };
}
