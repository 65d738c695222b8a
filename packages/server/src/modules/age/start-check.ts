import type { VerifiedAge } from '@guilda/contract/accounts/users';
import type { Person } from '../../platform/actor.ts';
import { singleFlight } from '../../platform/async/single-flight.ts';
import type { Database } from '../../platform/database/pool.ts';
import { err, ok, type Result } from '../../platform/result.ts';
import type { AgeCheckProvider } from '../../ports/age-check.ts';
import type { Ids } from '../../ports/ids.ts';
import { hasProvenAge, lockOpenAccounts } from '../users/index.ts';
import { findOrOpenCheck, saveProviderPage } from './age-check-store.ts';

export interface StartCheckDeps {
  readonly database: Database;
  readonly ids: Ids;
  /** Null when no provider is configured: nobody can then start a check. */
  readonly ageCheckProvider: AgeCheckProvider | null;
  /** Age in years that a person must prove to use an account; 18 when the settings require no age. */
  readonly ageToProve: VerifiedAge;
  /** Guilda's own address, without a trailing slash. */
  readonly publicUrl: string;
}

interface StartAgeCheckRequest {
  /** Path to which the provider's page leads the person back. */
  readonly returnTo: string;
  /** Purpose of the check: content for adults, or the minimum age for taking part. */
  readonly purpose: 'adult_content' | 'account';
}

/** Age in years from which people may see content for adults. */
const ADULT_AGE = 18;

type StartCheckRefusal = 'already_adult' | 'age_check_unavailable' | 'token_invalid';

type StartCheckResult = Result<{ url: string }, StartCheckRefusal>;

/** The absolute address of a path of Guilda. A path that leads to another origin is replaced by the home page. */
function returnUrlOf(publicUrl: string, path: string): string {
  const url = new URL(path, publicUrl);
  return url.origin === new URL(publicUrl).origin ? url.href : `${publicUrl}/`;
}

interface CheckRequest {
  readonly returnPath: string;
  readonly minimumAge: VerifiedAge;
}

async function startAtProvider(
  deps: StartCheckDeps,
  provider: AgeCheckProvider,
  uid: string,
  { returnPath, minimumAge }: CheckRequest,
): Promise<StartCheckResult> {
  const { database, ids, publicUrl } = deps;
  const check = await database.transaction(async (tx) => {
    if (!(await lockOpenAccounts(tx, [uid]))) return null;
    return findOrOpenCheck(tx, {
      uid,
      id: ids.uuid(),
      provider: provider.name,
      returnPath,
      minimumAge,
    });
  });
  if (!check) return err('token_invalid');
  if (check.state === 'approved') return err('already_adult');
  if (check.url !== null && check.returnPath === returnPath) return ok({ url: check.url });
  const returnUrl = returnUrlOf(publicUrl, returnPath);
  const startResult = await provider.start({ reference: check.id, minimumAge, returnUrl });
  if (!startResult.ok) return startResult;
  const isSaved = await saveProviderPage(database.db, check.id, returnPath, startResult.value);
  // Saving fails when the person completed the check on an earlier page of the provider during this request.
  return isSaved ? ok({ url: startResult.value.url }) : err('age_check_unavailable');
}

/**
 * Starts an age check or continues the open one. Returns the address of the provider's page, which leads back to
 * `returnTo`. `already_adult`: the person has a valid check of this age or a higher one. The check is stored before the
 * provider is called, so that the person can try again after `age_check_unavailable`.
 */
export function startCheck(deps: StartCheckDeps) {
  const shareRunningStart = singleFlight<StartCheckResult>();
  return async (
    { uid }: Person,
    { returnTo, purpose }: StartAgeCheckRequest,
  ): Promise<StartCheckResult> => {
    const { ageCheckProvider, ageToProve, database } = deps;
    const minimumAge = purpose === 'account' ? ageToProve : ADULT_AGE;
    if (await hasProvenAge(database.db, uid, minimumAge)) return err('already_adult');
    if (!ageCheckProvider) return err('age_check_unavailable');
    return shareRunningStart(`${uid} ${minimumAge} ${returnTo}`, () =>
      startAtProvider(deps, ageCheckProvider, uid, { returnPath: returnTo, minimumAge }),
    );
  };
}
