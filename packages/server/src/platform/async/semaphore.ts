/** Lets `permits` callers work at a time, in the order they came, and at most `maxWaiting` wait. */
export function createSemaphore(permits: number, maxWaiting: number) {
  const waiting: (() => void)[] = [];
  let working = 0;
  return {
    /** Resolves to true once a permit is available; false at once when too many wait. */
    async acquire(): Promise<boolean> {
      if (working < permits) {
        working += 1;
        return true;
      }
      if (waiting.length >= maxWaiting) return false;
      await new Promise<void>((resolve) => waiting.push(resolve));
      return true;
    },
    /** Passes the permit on to the next waiting caller. */
    release(): void {
      const next = waiting.shift();
      if (next) next();
      else working -= 1;
    },
  };
}
