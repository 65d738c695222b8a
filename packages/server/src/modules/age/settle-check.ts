import type { VerifiedAge } from '@guilda/contract/accounts/users';
import type { Database, Db } from '../../platform/database/pool.ts';
import type { AgeCheckRecord } from '../../ports/age-check.ts';
import type { PerformAction } from '../moderation/index.ts';
import { extendAgeVerification, lockAccount } from '../users/index.ts';
import {
  findCheckOfProviderRecord,
  markCheckApproved,
  markCheckDeclined,
} from './age-check-store.ts';

/**
 * The result of applying a provider's record:
 * - `approved`, `declined`: the check is decided now
 * - `known`: an earlier record has decided the check, so this record changes nothing
 * - `open`: the provider has no answer yet, or the check has expired
 * - `unknown`: the record belongs to no check of Guilda, to a replaced check, or to a closed account; or it is an
 *   approval without an expiry date or for too low an age
 */
export type AgeCheckSettlement = 'approved' | 'declined' | 'known' | 'open' | 'unknown';

export interface SettleCheckDeps {
  readonly database: Pick<Database, 'transaction' | 'db'>;
  /** Age in years that an approved check must prove to end an age requirement. */
  readonly ageToProve: VerifiedAge;
  readonly performAction: PerformAction;
}

/** Ends the person's age requirement; returns a function to run after the commit, undefined without a requirement. */
async function endAgeRequirement(performAction: PerformAction, tx: Db, uid: string) {
  const subject = { kind: 'user', id: uid } as const;
  const reason = 'A verificação de idade foi aprovada.';
  const request = {
    actor: null,
    action: 'waive_age',
    subject,
    reason,
    days: null,
    caseId: null,
  } as const;
  const actionResult = await performAction(tx, request);
  return actionResult.ok ? actionResult.value : undefined;
}

/**
 * Applies a provider's record: stores the outcome and the person's access to adult content in one transaction. It
 * does not matter how often and in which order the records of a check are applied. The account is locked before its
 * check, because closing an account locks both in this order.
 */
export async function settleCheck(
  { database: { transaction, db }, ageToProve, performAction }: SettleCheckDeps,
  provider: string,
  record: AgeCheckRecord,
): Promise<AgeCheckSettlement> {
  const { status, method, verifiedUntil } = record;
  const check = await findCheckOfProviderRecord(db, provider, record);
  if (!check) return 'unknown';
  if (status === 'open' || status === 'expired') return 'open';
  let afterCommit: (() => void) | undefined;
  const settlement = await transaction(async (tx) => {
    if (!(await lockAccount(tx, check.uid))) return 'unknown';
    if (status === 'declined')
      return (await markCheckDeclined(tx, check.id)) ? 'declined' : 'known';
    // An approval without an expiry date, or for a lower age than the check asks for, changes nothing.
    if (verifiedUntil === null || record.minimumAge < check.minimumAge) return 'unknown';
    if (!(await markCheckApproved(tx, check.id, { method, verifiedUntil }))) return 'known';
    await extendAgeVerification(tx, check.uid, check.minimumAge, verifiedUntil);
    if (check.minimumAge >= ageToProve)
      afterCommit = await endAgeRequirement(performAction, tx, check.uid);
    return 'approved';
  });
  afterCommit?.();
  return settlement;
}
