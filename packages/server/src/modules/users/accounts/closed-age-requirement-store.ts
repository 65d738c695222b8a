import type { Db } from '../../../platform/database/pool.ts';
import { eq, inArray, sql } from '../../../platform/database/query-builder.ts';
import { closedAgeRequirements } from './closed-age-requirements-table.ts';

/**
 * Stores that a proof of age is required of the identity of an account that is being closed, until that identity signs
 * in again or the retention period ends (docs/product/moderation.md). Lock the account first.
 */
export async function storeClosedAgeRequirement(
  tx: Db,
  uid: string,
  identityHash: Buffer,
): Promise<void> {
  const closedAt = sql`clock_timestamp()`;
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
