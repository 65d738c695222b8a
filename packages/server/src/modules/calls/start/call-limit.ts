import type { RateLimitName } from '@guilda/contract/limits';
import type { EventHandler } from '../../../platform/gateway/index.ts';
import type { RateLimiter } from '../../../platform/limits/rate-limiter.ts';
import { err, ok, type Result } from '../../../platform/result.ts';
import type { CallDeps } from '../call-deps.ts';

/** Caller and callee of a call. */
export interface CallPair {
  readonly callerId: string;
  readonly calleeId: string;
}

/** pt-BR message of the refusal when a person has made too many calls (docs/product/calls.md). */
const TOO_MANY_CALLS_MESSAGE = 'Aguarde alguns minutos antes de tentar novamente.';

/**
 * The two rate limits that a call counts against, with their keys: one per caller, one per pair of caller and callee.
 */
function rateLimitsOf({ callerId, calleeId }: CallPair): readonly [RateLimitName, string][] {
  return [
    ['calls', callerId],
    ['callsToOne', `${callerId}:${calleeId}`],
  ];
}

/** Whether the limit of the caller and that of the pair (`rateLimitsOf`) allow a call now; counts nothing. */
async function isCallAllowed(limiter: RateLimiter, pair: CallPair): Promise<boolean> {
  const areAllowed = await Promise.all(
    rateLimitsOf(pair).map(([name, key]) => limiter.allows(name, key)),
  );
  return areAllowed.every(Boolean);
}

/**
 * Counts one call against both limits of `rateLimitsOf`, or against none when one refuses; the refusal says when to try
 * again. Run the returned function to undo the count when the call was not placed after all.
 */
export async function takeCallAttempt(
  limiter: RateLimiter,
  pair: CallPair,
): Promise<Result<() => Promise<void>, 'rate_limited'>> {
  const takenPoints: [RateLimitName, string][] = [];
  const giveBack = async () => {
    for (const [name, key] of takenPoints) await limiter.giveBack(name, key);
  };
  for (const [name, key] of rateLimitsOf(pair)) {
    const takeResult = await limiter.take(name, key);
    if (!takeResult.ok) {
      await giveBack();
      return err('rate_limited', { ...takeResult.detail, message: TOO_MANY_CALLS_MESSAGE });
    }
    takenPoints.push([name, key]);
  }
  return ok(giveBack);
}

/**
 * Handles `checkCallRateLimit`: whether both limits of `rateLimitsOf` allow a call now, sent to the asking socket as an
 * event and as the acknowledgement. Asking does not count as a call and reveals nothing about the callee.
 */
export function checkCallLimit({
  limiter,
}: Pick<CallDeps, 'limiter'>): EventHandler<'checkCallRateLimit'> {
  return async ({ connection, payload: { calleeId } }) => {
    const callerId = connection.actor.uid;
    const limitResult = await limiter.take('general', callerId);
    if (!limitResult.ok) return limitResult;
    const canCall = await isCallAllowed(limiter, { callerId, calleeId });
    connection.emit('callRateLimitStatus', { canCall });
    return ok({ canCall });
  };
}
