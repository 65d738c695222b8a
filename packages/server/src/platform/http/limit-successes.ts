import type { Endpoint } from '@guilda/contract/endpoint';
import type { RateLimitName } from '@guilda/contract/limits';
import type { Actor } from '../actor.ts';
import type { RateLimiter } from '../limits/rate-limiter.ts';
import type { Result } from '../result.ts';
import { rateLimitOf } from './authorize-request.ts';

interface LimitedRequest {
  readonly actor: Actor;
  /** The idempotency key; empty when the request has none. */
  readonly idempotencyKey: string;
}

/** A point of a rate limit, taken by a request and possibly shared by others with the same idempotency key. */
interface TakenPoint {
  readonly permission: Promise<Result<void, 'rate_limited'>>;
  /** Number of requests that run with this point. */
  requestCount: number;
  /** Whether one of the requests did what the limit counts, so that the point is not returned. */
  isSpent: boolean;
}

/**
 * Takes the points for one limit. Requests of a person that run at the same time with the same idempotency key share
 * one point within this process, because at most one of them does anything.
 */
function createPointTaker(limiter: RateLimiter, name: RateLimitName) {
  const sharedPoints = new Map<string, TakenPoint>();
  return (uid: string, idempotencyKey: string) => {
    const sharedKey = `${uid} ${idempotencyKey}`;
    const sharedPoint = idempotencyKey === '' ? undefined : sharedPoints.get(sharedKey);
    const point = sharedPoint ?? {
      permission: limiter.take(name, uid),
      requestCount: 0,
      isSpent: false,
    };
    point.requestCount += 1;
    if (idempotencyKey !== '') sharedPoints.set(sharedKey, point);
    const stopSharing = () => {
      if (sharedPoints.get(sharedKey) === point) sharedPoints.delete(sharedKey);
    };
    return {
      permission: point.permission,
      /** Ends the use of the point by this request; `hasSucceeded`: the request did what the limit counts. */
      async release(hasSucceeded: boolean) {
        point.requestCount -= 1;
        if (hasSucceeded) point.isSpent = true;
        // A spent point is not shared with later requests, so that each success takes a point.
        if (point.isSpent || point.requestCount === 0) stopSharing();
        if (point.requestCount > 0 || point.isSpent) return;
        if ((await point.permission).ok) await limiter.giveBack(name, uid);
      },
    };
  };
}

/**
 * Wraps the handler of an endpoint whose rate limit counts successes: a point is taken before the handler runs, and
 * returned when the request changed nothing: when it is refused, or repeats an earlier one with the same idempotency key.
 */
export function limitSuccesses<R extends LimitedRequest, O>(
  definition: Endpoint,
  handler: (request: R) => Promise<Result<O>>,
  limiter: RateLimiter,
): (request: R) => Promise<Result<O>> {
  if (!rateLimitOf(definition).successesOnly) return handler;
  const takePoint = createPointTaker(limiter, definition.limit);
  return async (request) => {
    if (request.actor.kind !== 'person') return handler(request);
    const point = takePoint(request.actor.uid, request.idempotencyKey);
    let hasSucceeded = false;
    try {
      const permission = await point.permission;
      if (!permission.ok) return permission;
      const outcome = await handler(request);
      hasSucceeded = outcome.ok ? !outcome.repeated : outcome.counted === true;
      return outcome;
    } finally {
      await point.release(hasSucceeded);
    }
  };
}
