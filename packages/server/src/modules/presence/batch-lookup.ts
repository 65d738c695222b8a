/** Reads the value for one uid; undefined when there is none. */
export type LookUpByUid<T> = (uid: string) => Promise<T | undefined>;

/**
 * Combines lookups that are requested at about the same time into one query. A lookup requested during a running query
 * waits for the next query, so that it sees everything committed before the request.
 */
export function createBatchLookup<T>(
  read: (uids: readonly string[]) => Promise<ReadonlyMap<string, T>>,
): LookUpByUid<T> {
  let running: Promise<unknown> | null = null;
  let next: {
    readonly uids: Set<string>;
    readonly answer: Promise<ReadonlyMap<string, T>>;
  } | null = null;
  const startLookup = async (uids: Set<string>) => {
    await running?.catch(() => undefined);
    next = null;
    const reading = read([...uids]);
    running = reading;
    return reading.finally(() => {
      if (running === reading) running = null;
    });
  };
  return async (uid) => {
    if (next === null) {
      const uids = new Set<string>();
      next = { uids, answer: startLookup(uids) };
    }
    next.uids.add(uid);
    return (await next.answer).get(uid);
  };
}
