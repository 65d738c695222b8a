/**
 * Runs work once for everyone who asks for it at the same time: a key that is already under way
 * gives its outcome, good or bad, to all. Within this process; a key is forgotten once it is done.
 */
export function singleFlight<T>(): (key: string, work: () => Promise<T>) => Promise<T> {
  const running = new Map<string, Promise<T>>();
  return (key, work) => {
    const underWay = running.get(key);
    if (underWay) return underWay;
    const mine = work().finally(() => running.delete(key));
    running.set(key, mine);
    return mine;
  };
}
