/**
 * Creates a semaphore: at most `permitCount` callers work at a time, in the order of their calls of `acquire`, and at
 * most `maxWaiting` callers wait.
 */
export function createSemaphore(permitCount: number, maxWaiting: number) {
  const waitingCallers: (() => void)[] = [];
  let workingCount = 0;
  return {
    /** Resolves to true once a permit is available; to false at once when `maxWaiting` callers are waiting already. */
    async acquire(): Promise<boolean> {
      if (workingCount < permitCount) {
        workingCount += 1;
        return true;
      }
      if (waitingCallers.length >= maxWaiting) return false;
      await new Promise<void>((resolve) => waitingCallers.push(resolve));
      return true;
    },
    /** Returns a permit; the caller that has waited longest gets it. */
    release(): void {
      const nextCaller = waitingCallers.shift();
      if (nextCaller) nextCaller();
      else workingCount -= 1;
    },
  };
}
