import type { Db } from '../../platform/database/pool.ts';
import type { KeyedHashes } from '../../platform/keyed-hashes.ts';
import type { PerformAction } from '../moderation/index.ts';
import {
  hasAgeRequirement,
  storeClosedAgeRequirement,
  takeClosedAgeRequirement,
  type UserRow,
} from '../users/index.ts';

/** The identity that signs in to an account. */
type Identity = Pick<UserRow, 'uid' | 'issuer' | 'subject'>;

/** pt-BR reason that a person reads who closed an account while its age was in question, and comes back. */
const CLOSED_ACCOUNT_REASON =
  'A conta que você excluiu precisava confirmar a idade. Isso vale também para esta.';

const textOf = ({ issuer, subject }: Identity) => JSON.stringify([issuer, subject]);

/**
 * Keeps the requirement to prove the age of an account that is being closed, if there is one, so that the same sign-in
 * cannot open a new account without it (docs/product/moderation.md). Call it before the account loses its identity, in
 * the transaction that has locked it.
 */
export async function keepRequirementOf(
  tx: Db,
  identityHashes: KeyedHashes,
  account: Identity,
): Promise<void> {
  if (!(await hasAgeRequirement(tx, account.uid))) return;
  await storeClosedAgeRequirement(tx, account.uid, identityHashes.newest(textOf(account)));
}

/**
 * Requires a proof of age, in the transaction of a sign-in, of an identity that closed an account while one was required.
 * Returns a function to run after the commit; null when none is required.
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
      deps.identityHashes.all(textOf(account)),
    );
    if (!keptRequirement) return null;
    const performed = await deps.performAction(tx, {
      actor: null,
      action: 'require_age',
      subject: { kind: 'user', id: account.uid },
      reason: CLOSED_ACCOUNT_REASON,
      days: null,
      caseId: null,
    });
    return performed.ok ? performed.value : null;
  };
