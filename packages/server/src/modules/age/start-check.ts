import type { Person } from '../../platform/actor.ts';
import type { Database } from '../../platform/database/pool.ts';
import { err, ok, type Result } from '../../platform/result.ts';
import { singleFlight } from '../../platform/single-flight.ts';
import type { AgeCheckProvider } from '../../ports/age-check.ts';
import type { Ids } from '../../ports/ids.ts';
import { keepAccounts, seesAdult } from '../users/index.ts';
import { keepPage, openCheck } from './age-check-store.ts';

export interface StartCheckDeps {
  readonly database: Database;
  readonly ids: Ids;
  /** Null while none is configured: everything for adults stays closed (`product §1`). */
  readonly ageCheckProvider: AgeCheckProvider | null;
  /** The product's own address, without a trailing slash. */
  readonly publicUrl: string;
}

type Refused = 'already_adult' | 'age_check_unavailable' | 'token_invalid';

type Outcome = Result<{ url: string }, Refused>;

/** The absolute address of a path of ours; one that leads elsewhere becomes the front door. */
function returnUrlOf(publicUrl: string, path: string): string {
  const url = new URL(path, publicUrl);
  return url.origin === new URL(publicUrl).origin ? url.href : `${publicUrl}/`;
}

async function start(
  deps: StartCheckDeps,
  provider: AgeCheckProvider,
  uid: string,
  returnPath: string,
): Promise<Outcome> {
  const { database, ids, publicUrl } = deps;
  const check = await database.transaction(async (tx) => {
    if (!(await keepAccounts(tx, [uid]))) return null;
    return openCheck(tx, { uid, id: ids.uuid(), provider: provider.name, returnPath });
  });
  if (!check) return err('token_invalid');
  if (check.state === 'approved') return err('already_adult');
  if (check.url !== null && check.returnPath === returnPath) return ok({ url: check.url });
  const returnUrl = returnUrlOf(publicUrl, returnPath);
  const started = await provider.start({ reference: check.id, returnUrl });
  if (!started.ok) return started;
  const kept = await keepPage(database.db, check.id, returnPath, started.value);
  // It was answered while the provider was asked, on a page that is still open.
  return kept ? ok({ url: started.value.url }) : err('age_check_unavailable');
}

/**
 * Begins a person's age check, or goes on with the one that is open: the address of the provider's
 * page, which leads back to `returnPath`. `already_adult` while an earlier check stands. The check
 * is written down before the provider is asked, under the reference by which it knows it, so a
 * failure there (`age_check_unavailable`) is put right by asking again.
 */
export function startCheck(deps: StartCheckDeps) {
  const starting = singleFlight<Outcome>();
  return async (actor: Person, returnPath: string): Promise<Outcome> => {
    const { ageCheckProvider } = deps;
    if (seesAdult(actor)) return err('already_adult');
    if (!ageCheckProvider) return err('age_check_unavailable');
    return starting(`${actor.uid} ${returnPath}`, () =>
      start(deps, ageCheckProvider, actor.uid, returnPath),
    );
  };
}
