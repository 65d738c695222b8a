import { sql } from 'drizzle-orm';
import { heldRows, heldUid } from '../../platform/database/held-rows.ts';
import type { Db } from '../../platform/database/pool.ts';

/** What the team decided about the person, as they read it. */
export const heldDecisions = heldRows({
  columns: sql`id, action, subject_kind AS "subjectKind", subject_id AS "subjectId", excerpt, reason,
    until, lifted_at AS "liftedAt", created_at AS "createdAt"`,
  from: sql`FROM decisions WHERE person_id = ${heldUid}`,
  at: sql`created_at`,
  id: sql`id`,
});

/**
 * Forgets what decisions quote of the person, in the transaction that closes the account: that the
 * team decided, and why, stays the house's own record.
 */
export async function forgetExcerptsOf(tx: Db, uid: string): Promise<void> {
  await tx.execute(sql`UPDATE decisions SET excerpt = '' WHERE person_id = ${uid}`);
}
