import type { Person } from '../../platform/actor.ts';
import { singleFlight } from '../../platform/async/single-flight.ts';
import type { Database } from '../../platform/database/pool.ts';
import { err, ok, type Result } from '../../platform/result.ts';
import type { AgeCheckProvider } from '../../ports/age-check.ts';
import type { Ids } from '../../ports/ids.ts';
import { canSeeAdultContent, lockOpenAccounts } from '../users/index.ts';
import { findOrOpenCheck, saveProviderPage } from './age-check-store.ts';

export interface StartCheckDeps {
  readonly database: Database;
  readonly ids: Ids;
  /** Null when none is configured: adult content stays closed then. */
  readonly ageCheckProvider: AgeCheckProvider | null;
  /** The product's own address, without a trailing slash. */
  readonly publicUrl: string;
}

type StartCheckRefusal = 'already_adult' | 'age_check_unavailable' | 'token_invalid';

type StartCheckResult = Result<{ url: string }, StartCheckRefusal>;

/** The absolute address of a path of the product; paths that lead to another origin become the home page. */
function returnUrlOf(publicUrl: string, path: string): string {
  const url = new URL(path, publicUrl);
  return url.origin === new URL(publicUrl).origin ? url.href : `${publicUrl}/`;
}

async function startAtProvider(
  deps: StartCheckDeps,
  provider: AgeCheckProvider,
  uid: string,
  returnPath: string,
): Promise<StartCheckResult> {
  const { database, ids, publicUrl } = deps;
  const check = await database.transaction(async (tx) => {
    if (!(await lockOpenAccounts(tx, [uid]))) return null;
    return findOrOpenCheck(tx, { uid, id: ids.uuid(), provider: provider.name, returnPath });
  });
  if (!check) return err('token_invalid');
  if (check.state === 'approved') return err('already_adult');
  if (check.url !== null && check.returnPath === returnPath) return ok({ url: check.url });
  const returnUrl = returnUrlOf(publicUrl, returnPath);
  const started = await provider.start({ reference: check.id, returnUrl });
  if (!started.ok) return started;
  const saved = await saveProviderPage(database.db, check.id, returnPath, started.value);
  // Not saved: the check was decided on an older page meanwhile.
  return saved ? ok({ url: started.value.url }) : err('age_check_unavailable');
}

/**
 * Starts an age check or continues the open one; returns the address of the provider's page, which leads
 * back to `returnPath`. `already_adult` while an earlier check is valid. The check is inserted with its
 * reference before the provider is called, so that a failure (`age_check_unavailable`) is repaired by
 * trying again.
 */
export function startCheck(deps: StartCheckDeps) {
  const starting = singleFlight<StartCheckResult>();
  return async (actor: Person, returnPath: string): Promise<StartCheckResult> => {
    const { ageCheckProvider } = deps;
    if (canSeeAdultContent(actor)) return err('already_adult');
    if (!ageCheckProvider) return err('age_check_unavailable');
    return starting(`${actor.uid} ${returnPath}`, () =>
      startAtProvider(deps, ageCheckProvider, actor.uid, returnPath),
    );
  };
}
