type ResolveWaiting = (hasPermit: boolean) => void;

/**
 * Creates a semaphore: at most `permitCount` callers work at a time, and at most `maxWaiting` callers wait. Callers
 * with the same key get permits in the order of their calls of `acquire`; callers with different keys get them in turn,
 * so that many callers with one key delay another key by one of them.
 */
export function createSemaphore(permitCount: number, maxWaiting: number) {
  /** Waiting callers by key; the first key gets the next permit. */
  const queues = new Map<string, ResolveWaiting[]>();
  let workingCount = 0;
  let waitingCount = 0;

  /** Refuses the last caller of the longest queue if that queue stays longer than one with `length` callers and a new one. */
  function makePlace(length: number): boolean {
    const longestQueue = [...queues.values()].reduce((longest, queue) =>
      queue.length > longest.length ? queue : longest,
    );
    if (longestQueue.length <= length + 1) return false;
    longestQueue.pop()?.(false);
    waitingCount -= 1;
    return true;
  }

  return {
    /**
     * Resolves to true once a permit is available. Resolves to false when `maxWaiting` callers are waiting: at once, or
     * later for the last caller of the key with most callers, which makes place for a key with fewer.
     */
    async acquire(key = ''): Promise<boolean> {
      if (workingCount < permitCount) {
        workingCount += 1;
        return true;
      }
      const queue = queues.get(key) ?? [];
      if (waitingCount >= maxWaiting && (waitingCount === 0 || !makePlace(queue.length)))
        return false;
      queues.set(key, queue);
      waitingCount += 1;
      return new Promise((resolve) => queue.push(resolve));
    },
    /** Returns a permit; the first caller of the next key gets it. */
    release(): void {
      const [next] = queues;
      if (!next) {
        workingCount -= 1;
        return;
      }
      const [key, queue] = next;
      queues.delete(key);
      waitingCount -= 1;
      queue.shift()?.(true);
      if (queue.length > 0) queues.set(key, queue);
    },
  };
}
