/** Nobody answered in time. */
export class LateError extends Error {
  constructor(ms: number) {
    super(`no answer within ${ms} ms`);
    this.name = 'LateError';
  }
}

/**
 * The outcome of `work`, or a rejection with `LateError` once `ms` have passed. After a pause of
 * this process itself, what has arrived meanwhile is read before anyone is called late.
 */
export function within<T>(ms: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => setImmediate(() => reject(new LateError(ms))), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
