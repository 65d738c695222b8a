import type { AgeVerification } from '@guilda/contract/accounts/age';
import type { Person } from '../../platform/actor.ts';
import { memoizeByKey } from '../../platform/async/memoize-by-key.ts';
import type { Database } from '../../platform/database/pool.ts';
import { ok, type Result } from '../../platform/result.ts';
import type { AgeCheckProvider } from '../../ports/age-check.ts';
import type { Clock } from '../../ports/clock.ts';
import { findUser } from '../users/index.ts';
import { findAgeCheck } from './age-check-store.ts';
import type { AgeCheckRow } from './age-checks-table.ts';
import { type SettleCheckDeps, settleCheck } from './settle-check.ts';

export interface ReadCheckDeps extends SettleCheckDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly ageCheckProvider: AgeCheckProvider | null;
}

/** Time in ms for which the provider's answer about an open check is used, and the number of checks with such an answer. */
const KEPT_LOOKUPS = { ms: 5_000, maxKeys: 10_000 };

function unapprovedStateOf(check: AgeCheckRow | null, now: Date): 'none' | 'open' | 'declined' {
  if (!check || check.state === 'approved') return 'none';
  if (check.state === 'declined') return 'declined';
  return check.url !== null && check.closesAt !== null && check.closesAt > now ? 'open' : 'none';
}

/**
 * The state of the caller's age check. For an open check the provider is asked as well, because its webhook may be late
 * or lost, at most once in five seconds; concurrent requests for one check share one request to the provider.
 */
export function readCheck(deps: ReadCheckDeps) {
  const { database, clock, ageCheckProvider } = deps;
  const lookups = memoizeByKey<void>(KEPT_LOOKUPS);
  const lookup = async (checkId: string) => {
    const lookupResult = await ageCheckProvider?.lookup(checkId);
    if (lookupResult?.ok) await settleCheck(deps, ageCheckProvider?.name ?? '', lookupResult.value);
  };
  const readVerification = async (
    uid: string,
  ): Promise<AgeVerification & { checkId: string | null }> => {
    const now = clock.now();
    const [user, check] = await Promise.all([
      findUser(database.db, uid),
      findAgeCheck(database.db, uid),
    ]);
    const verifiedUntil = user?.ageVerifiedUntil ?? null;
    const isValid = verifiedUntil !== null && verifiedUntil > now;
    return {
      state: isValid ? 'approved' : unapprovedStateOf(check, now),
      method: isValid ? (check?.method ?? null) : null,
      verifiedUntil: isValid ? verifiedUntil.toISOString() : null,
      available: ageCheckProvider !== null,
      checkId: check?.providerCheckId ?? null,
    };
  };
  return async ({ uid }: Person): Promise<Result<AgeVerification, never>> => {
    const verification = await readVerification(uid);
    if (verification.state !== 'open' || verification.checkId === null) return ok(verification);
    const { checkId } = verification;
    await lookups.get(checkId, () => lookup(checkId));
    return ok(await readVerification(uid));
  };
}
