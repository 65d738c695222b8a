import type { Db } from '../../platform/database/pool.ts';
import type { KeyedHashes } from '../../platform/keyed-hashes.ts';
import type { PerformAction } from '../moderation/index.ts';
import {
  hasAgeRequirement,
  identityTextOf,
  storeClosedAgeRequirement,
  takeClosedAgeRequirement,
  type UserRow,
} from '../users/index.ts';

/** The identity that signs in to an account. */
type Identity = Pick<UserRow, 'uid' | 'issuer' | 'subject'>;

/** pt-BR reason shown to a person who closed an account that had to prove its age, and then signs in again. */
const CLOSED_ACCOUNT_REASON =
  'A conta que você excluiu precisava confirmar a idade. Isso vale também para esta.';

/**
 * Stores the age requirement of an account that is being closed, if it has one, so that the same identity cannot escape
 * the requirement by a new account (docs/product/moderation.md). Call this function in the transaction that has locked
 * the account, before the account loses its identity.
 */
export async function keepRequirementOf(
  tx: Db,
  identityHashes: KeyedHashes,
  account: Identity,
): Promise<void> {
  if (!(await hasAgeRequirement(tx, account.uid))) return;
  await storeClosedAgeRequirement(tx, account.uid, identityHashes.newest(identityTextOf(account)));
}

/**
 * Gives a new account the age requirement of the same identity's closed account, in the transaction of the sign-in.
 * Returns a function to run after the commit; null when there was no requirement.
 */
export type ResumeRequirement = (tx: Db, account: Identity) => Promise<(() => void) | null>;

export const resumeRequirementOf =
  (deps: {
    readonly identityHashes: KeyedHashes;
    readonly performAction: PerformAction;
  }): ResumeRequirement =>
  async (tx, account) => {
    const keptRequirement = await takeClosedAgeRequirement(
      tx,
      deps.identityHashes.all(identityTextOf(account)),
    );
    if (!keptRequirement) return null;
    const actionResult = await deps.performAction(tx, {
      actor: null,
      action: 'require_age',
      subject: { kind: 'user', id: account.uid },
      reason: CLOSED_ACCOUNT_REASON,
      days: null,
      caseId: null,
    });
    return actionResult.ok ? actionResult.value : null;
  };
