import { databaseNow } from '../../../platform/database/clock.ts';
import type { Db } from '../../../platform/database/pool.ts';
import { eq, inArray } from '../../../platform/database/query-builder.ts';
import { closedAgeRequirements } from './closed-age-requirements-table.ts';

/**
 * Records, when an account is closed, that its owner must prove their age after signing in again with the same identity.
 * The record is deleted at that sign-in or after the retention period (docs/product/moderation.md). Lock the account
 * first.
 */
export async function storeClosedAgeRequirement(
  tx: Db,
  uid: string,
  identityHash: Buffer,
): Promise<void> {
  const closedAt = databaseNow;
  await tx
    .insert(closedAgeRequirements)
    .values({ identityHash, uid, closedAt })
    .onConflictDoUpdate({ target: closedAgeRequirements.identityHash, set: { uid, closedAt } });
}

/** Deletes the age requirement stored for one of the given hashes of an identity; false when there is none. */
export async function takeClosedAgeRequirement(
  tx: Db,
  identityHashes: readonly Buffer[],
): Promise<boolean> {
  const rows = await tx
    .delete(closedAgeRequirements)
    .where(inArray(closedAgeRequirements.identityHash, [...identityHashes]))
    .returning({ uid: closedAgeRequirements.uid });
  return rows.length > 0;
}

/** Deletes the stored age requirement of a closed account, because the team no longer requires the proof. */
export async function deleteClosedAgeRequirement(tx: Db, uid: string): Promise<void> {
  await tx.delete(closedAgeRequirements).where(eq(closedAgeRequirements.uid, uid));
}
