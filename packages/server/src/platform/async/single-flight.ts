/**
 * Runs work once for all concurrent callers with the same key: they share the result or the error of that run. Works
 * within this process only; a key is forgotten once its work is done.
 */
export function singleFlight<T>(): (key: string, work: () => Promise<T>) => Promise<T> {
  const running = new Map<string, Promise<T>>();
  return (key, work) => {
    const pending = running.get(key);
    if (pending) return pending;
    const started = work().finally(() => running.delete(key));
    running.set(key, started);
    return started;
  };
}
