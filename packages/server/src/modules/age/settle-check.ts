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
 * - `known`: it was decided so before
 * - `open`: not answered yet, or expired
 * - `unknown`: not a check of this product, a replaced one, or one of a closed account
 */
export type AgeCheckSettlement = 'approved' | 'declined' | 'known' | 'open' | 'unknown';

/**
 * Applies a provider's record: the outcome and the person's access to adult content in one transaction.
 * Idempotent and independent of order. The account is locked before its check, in the same order as in
 * closing an account.
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
    // An approval without an expiry is not accepted.
    if (verifiedUntil === null) return 'unknown';
    if (!(await markCheckApproved(tx, check.id, { method, verifiedUntil }))) return 'known';
    await extendAgeVerification(tx, check.uid, verifiedUntil);
    return 'approved';
  });
}
