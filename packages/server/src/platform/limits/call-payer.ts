import { AsyncLocalStorage } from 'node:async_hooks';
import type { RateLimitName } from '@guilda/contract/limits';
import type { Result } from '../result.ts';

/** Takes one point of a limit, or refuses, for whoever caused the running calls. */
export type TakePoint = (name: RateLimitName) => Promise<Result<void, 'rate_limited'>>;

const payers = new AsyncLocalStorage<TakePoint>();

/** Runs `work`: the in-process calls of the API in it take their points by `take`, not from their own address. */
export function withCallPayer<T>(take: TakePoint, work: () => T): T {
  return payers.run(take, work);
}

/** How the running call takes its points; undefined when it pays by itself, as every call from outside does. */
export const currentCallPayer = (): TakePoint | undefined => payers.getStore();
