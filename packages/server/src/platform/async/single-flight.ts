/**
 * Runs work once for all concurrent callers with the same key: they share the result or the error of that run. Works
 * within this process only; a key is forgotten once its work is done.
 */
export function singleFlight<T>(): (key: string, work: () => Promise<T>) => Promise<T> {
  const runningWorkByKey = new Map<string, Promise<T>>();
  return (key, work) => {
    const pendingWork = runningWorkByKey.get(key);
    if (pendingWork) return pendingWork;
    const startedWork = work().finally(() => runningWorkByKey.delete(key));
    runningWorkByKey.set(key, startedWork);
    return startedWork;
  };
}
