import type { Database } from '../../platform/database/pool.ts';
import type { AgeFacts } from '../../ports/age-check.ts';
import { grantAdult, lockAccount } from '../users/index.ts';
import { findByProvider, markApproved, markDeclined } from './age-check-store.ts';

/**
 * What the provider's word came to:
 * - `approved`, `declined`: the check is decided now
 * - `known`: it was decided so before
 * - `open`: not answered yet, or run out
 * - `unknown`: no check of ours, one that a newer one replaced, or of an account that is closed
 */
export type Settlement = 'approved' | 'declined' | 'known' | 'open' | 'unknown';

/**
 * Applies what the provider knows of a check: the outcome and the person's right in one
 * transaction. Any number of times, at once and in any order, it ends in the same state. The
 * account is locked before its check, in the order in which closing an account does it.
 */
export async function settleCheck(
  { transaction, db }: Pick<Database, 'transaction' | 'db'>,
  provider: string,
  facts: AgeFacts,
): Promise<Settlement> {
  const { status, method, verifiedUntil } = facts;
  const check = await findByProvider(db, provider, facts);
  if (!check) return 'unknown';
  if (status === 'open' || status === 'expired') return 'open';
  return transaction(async (tx) => {
    if (!(await lockAccount(tx, check.uid))) return 'unknown';
    if (status === 'declined') return (await markDeclined(tx, check.id)) ? 'declined' : 'known';
    // A yes without an end is none.
    if (verifiedUntil === null) return 'unknown';
    if (!(await markApproved(tx, check.id, { method, verifiedUntil }))) return 'known';
    await grantAdult(tx, check.uid, verifiedUntil);
    return 'approved';
  });
}
