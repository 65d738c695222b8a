/**
 * Runs work once for all concurrent callers with the same key: they share the result or the error of that run. Works
 * within this process only; a key is forgotten once its work is done.
 */
export function singleFlight<T>(): (key: string, work: () => Promise<T>) => Promise<T> {
  const running = new Map<string, Promise<T>>();
  return (key, work) => {
    const pendingWork = running.get(key);
    if (pendingWork) return pendingWork;
    const startedWork = work().finally(() => running.delete(key));
    running.set(key, startedWork);
    return startedWork;
  };
}
