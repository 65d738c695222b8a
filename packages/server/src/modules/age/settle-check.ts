import type { Database } from '../../platform/database/pool.ts';
import type { AgeFacts } from '../../ports/age-check.ts';
import { extendAgeVerification, lockAccount } from '../users/index.ts';
import {
  findCheckOfProviderRecord,
  markCheckApproved,
  markCheckDeclined,
} from './age-check-store.ts';

/**
 * The result of applying a provider's record:
 * - `approved`, `declined`: the check is decided now
 * - `known`: the check had this outcome already
 * - `open`: the provider has no answer yet, or the check has expired
 * - `unknown`: the record belongs to no check of this product, to a replaced check, or to a closed account
 */
export type AgeCheckSettlement = 'approved' | 'declined' | 'known' | 'open' | 'unknown';

/**
 * Applies a provider's record: stores the outcome and the person's access to adult content in one transaction. Repeated
 * and reordered calls have the same effect. The account is locked before its check, because closing an account locks
 * both in this order.
 */
export async function settleCheck(
  { transaction, db }: Pick<Database, 'transaction' | 'db'>,
  provider: string,
  facts: AgeFacts,
): Promise<AgeCheckSettlement> {
  const { status, method, verifiedUntil } = facts;
  const check = await findCheckOfProviderRecord(db, provider, facts);
  if (!check) return 'unknown';
  if (status === 'open' || status === 'expired') return 'open';
  return transaction(async (tx) => {
    if (!(await lockAccount(tx, check.uid))) return 'unknown';
    if (status === 'declined')
      return (await markCheckDeclined(tx, check.id)) ? 'declined' : 'known';
    // An approval without an end of validity, or of a lower age than was asked for, is not accepted.
    if (verifiedUntil === null || facts.minimumAge < check.minimumAge) return 'unknown';
    if (!(await markCheckApproved(tx, check.id, { method, verifiedUntil }))) return 'known';
    await extendAgeVerification(tx, check.uid, check.minimumAge, verifiedUntil);
    return 'approved';
  });
}
