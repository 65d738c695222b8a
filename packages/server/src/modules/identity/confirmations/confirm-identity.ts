import type { ConfirmationPurpose } from '@guilda/contract/accounts/confirmation';
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
/** Maximum time in ms by which the identity provider's clock may be ahead of this node's clock. */
const CLOCK_TOLERANCE_MS = 10_000;

/** Whether the sign-in with the identity provider happened within the last `limits.confirmedSignInMinutes`. */
function isRecentSignIn({ authenticatedAt }: VerifiedIdentity, now: Date): boolean {
  const ageMs = now.getTime() - authenticatedAt.getTime();
  return ageMs <= limits.confirmedSignInMinutes * MINUTE_MS && ageMs >= -CLOCK_TOLERANCE_MS;
}

async function belongsToAccount(tx: Db, uid: string, identity: VerifiedIdentity): Promise<boolean> {
  const account = await findUser(tx, uid);
  return account?.issuer === identity.issuer && account.subject === identity.subject;
}

/**
 * Exchanges an ID token for a confirmation that the owner of the account is present (`docs/product/accounts.md`). A
 * confirmation is random, stored as a hash only, and valid once, for five minutes, for this session and purpose.
 * `identity_rejected` when the token is invalid, was used before for a sign-in or a confirmation, belongs to another
 * account, or comes from a sign-in more than five minutes ago.
 */
export const confirmIdentity =
  (deps: ConfirmIdentityDeps) =>
  async (
    actor: Person,
    { idToken, purpose }: { readonly idToken: string; readonly purpose: ConfirmationPurpose },
  ): Promise<Result<{ confirmation: string }, 'identity_rejected' | 'unavailable'>> => {
    const identity = await deps.identityProvider.verify(idToken);
    if (!identity.ok) return identity;
    if (!isRecentSignIn(identity.value, deps.clock.now())) return err('identity_rejected');
    const confirmation = deps.ids.secret(CONFIRMATION_BYTES);
    const { sessionId, uid } = actor;
    const isConfirmed = await deps.database.transaction(async (tx) => {
      if (!(await belongsToAccount(tx, uid, identity.value))) return false;
      if (!(await lockSession(tx, uid, sessionId))) return false;
      if (!(await markIdTokenUsed(tx, identity.value.token))) return false;
      await insertConfirmation(tx, { tokenHash: hashToken(confirmation), sessionId, purpose });
      return true;
    });
    return isConfirmed ? ok({ confirmation }) : err('identity_rejected');
  };
