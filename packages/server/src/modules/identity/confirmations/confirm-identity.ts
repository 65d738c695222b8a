import type { ConfirmationPurpose } from '@guilda/contract/confirmation';
import { limits } from '@guilda/contract/limits';
import type { Person } from '../../../platform/actor.ts';
import type { Database, Db } from '../../../platform/database/pool.ts';
import { err, ok, type Result } from '../../../platform/result.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { IdentityProvider, VerifiedIdentity } from '../../../ports/identity-provider.ts';
import type { Ids } from '../../../ports/ids.ts';
import { findUser } from '../../users/index.ts';
import { hashToken } from '../access-tokens.ts';
import { lockSession } from '../session-store.ts';
import { markIdTokenUsed } from '../spent-id-token-store.ts';
import { insertConfirmation } from './confirmation-store.ts';

export interface ConfirmIdentityDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly identityProvider: IdentityProvider;
}

const CONFIRMATION_BYTES = 32;
const MINUTE_MS = 60_000;
/** How far the clock of the identity provider may be ahead, in ms. */
const CLOCK_TOLERANCE_MS = 10_000;

/** Whether the person signed in with the identity provider within the last minutes. */
function isRecent({ authenticatedAt }: VerifiedIdentity, now: Date): boolean {
  const ageMs = now.getTime() - authenticatedAt.getTime();
  return ageMs <= limits.confirmedSignInMinutes * MINUTE_MS && ageMs >= -CLOCK_TOLERANCE_MS;
}

async function isIdentityOf(tx: Db, uid: string, identity: VerifiedIdentity): Promise<boolean> {
  const account = await findUser(tx, uid);
  return account?.issuer === identity.issuer && account.subject === identity.subject;
}

/**
 * Exchanges an ID token for a confirmation of who is there (`docs/product/accounts.md`): random, stored as a hash only,
 * good once, for five minutes, for this session and purpose. `identity_rejected` for a token that is not valid, was used
 * before for a sign-in or a confirmation, belongs to another account, or whose sign-in is older than five minutes.
 */
export const confirmIdentity =
  (deps: ConfirmIdentityDeps) =>
  async (
    actor: Person,
    { idToken, purpose }: { readonly idToken: string; readonly purpose: ConfirmationPurpose },
  ): Promise<Result<{ confirmation: string }, 'identity_rejected' | 'unavailable'>> => {
    const identity = await deps.identityProvider.verify(idToken);
    if (!identity.ok) return identity;
    if (!isRecent(identity.value, deps.clock.now())) return err('identity_rejected');
    const confirmation = deps.ids.secret(CONFIRMATION_BYTES);
    const { sessionId, uid } = actor;
    const given = await deps.database.transaction(async (tx) => {
      if (!(await isIdentityOf(tx, uid, identity.value))) return false;
      if (!(await lockSession(tx, uid, sessionId))) return false;
      if (!(await markIdTokenUsed(tx, identity.value.token))) return false;
      await insertConfirmation(tx, { tokenHash: hashToken(confirmation), sessionId, purpose });
      return true;
    });
    return given ? ok({ confirmation }) : err('identity_rejected');
  };
