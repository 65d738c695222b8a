/** Thrown when Redis did not answer within the timeout. */
export class RedisTimeoutError extends Error {
  constructor(ms: number) {
    super(`no answer within ${ms} ms`);
    this.name = 'RedisTimeoutError';
  }
}

/**
 * Resolves or rejects like `work`, or rejects with `RedisTimeoutError` after `ms`. If this process itself was paused,
 * answers that arrived during the pause are read before the timeout fires.
 */
export function withRedisTimeout<T>(ms: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => setImmediate(() => reject(new RedisTimeoutError(ms))), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
