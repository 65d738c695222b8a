import type { RateLimitName } from '@guilda/contract/limits';
import type { RateLimiter } from '../../platform/limits/rate-limiter.ts';
import { err, ok, type Result } from '../../platform/result.ts';

/** Who calls, and who is called. */
export interface CallPair {
  readonly callerId: string;
  readonly calleeId: string;
}

/** What a person reads who has called too often (`spec §8`). */
const WAIT = 'Aguarde alguns minutos antes de tentar novamente.';

/** The allowances that an attempt is counted by (`product §7`), each with its key. */
function allowancesOf({ callerId, calleeId }: CallPair): readonly [RateLimitName, string][] {
  return [
    ['calls', callerId],
    ['callsToOne', `${callerId}:${calleeId}`],
  ];
}

/** Whether an attempt would be let through now; takes nothing. */
export async function allowsCall(limiter: RateLimiter, pair: CallPair): Promise<boolean> {
  const answers = await Promise.all(
    allowancesOf(pair).map(([name, key]) => limiter.allows(name, key)),
  );
  return answers.every(Boolean);
}

/**
 * Takes one attempt from both allowances, or from neither; the refusal tells when the next is worth
 * it. What is answered gives the attempt back, for a call that was never placed.
 */
export async function takeAttempt(
  limiter: RateLimiter,
  pair: CallPair,
): Promise<Result<() => Promise<void>, 'rate_limited'>> {
  const taken: [RateLimitName, string][] = [];
  const giveBack = async () => {
    for (const [name, key] of taken) await limiter.giveBack(name, key);
  };
  for (const [name, key] of allowancesOf(pair)) {
    const outcome = await limiter.take(name, key);
    if (!outcome.ok) {
      await giveBack();
      return err('rate_limited', { ...outcome.detail, message: WAIT });
    }
    taken.push([name, key]);
  }
  return ok(giveBack);
}
