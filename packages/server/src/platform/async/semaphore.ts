/**
 * Creates a semaphore: at most `permitCount` callers work at a time, in the order of their calls of `acquire`, and at
 * most `maxWaiting` callers wait.
 */
export function createSemaphore(permitCount: number, maxWaiting: number) {
  const waiting: (() => void)[] = [];
  let working = 0;
  return {
    /** Resolves to true once a permit is available; to false at once when `maxWaiting` callers are waiting already. */
    async acquire(): Promise<boolean> {
      if (working < permitCount) {
        working += 1;
        return true;
      }
      if (waiting.length >= maxWaiting) return false;
      await new Promise<void>((resolve) => waiting.push(resolve));
      return true;
    },
    /** Returns a permit; the caller that has waited longest gets it. */
    release(): void {
      const next = waiting.shift();
      if (next) next();
      else working -= 1;
    },
  };
}
