/** What is known of one uid; undefined where there is nothing. */
export type LookUp<T> = (uid: string) => Promise<T | undefined>;

/**
 * Reads for many who ask at about the same time with one query: who asks while one runs is answered
 * by the next, which begins after the question and so sees what was committed before it.
 */
export function lookUpTogether<T>(
  read: (uids: readonly string[]) => Promise<ReadonlyMap<string, T>>,
): LookUp<T> {
  let running: Promise<unknown> | null = null;
  let next: {
    readonly uids: Set<string>;
    readonly answer: Promise<ReadonlyMap<string, T>>;
  } | null = null;
  const begin = async (uids: Set<string>) => {
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
      next = { uids, answer: begin(uids) };
    }
    next.uids.add(uid);
    return (await next.answer).get(uid);
  };
}
