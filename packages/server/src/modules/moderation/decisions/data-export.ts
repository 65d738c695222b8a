import { dataExportReader, exportedUid } from '../../../platform/database/data-export.ts';
import type { Db } from '../../../platform/database/pool.ts';
import { sql } from '../../../platform/database/query-builder.ts';

/** Decisions about the person, with the fields that Guilda shows to the person. */
export const decisionsDataExport = dataExportReader({
  columns: sql`id, action, subject_kind AS "subjectKind", subject_id AS "subjectId", excerpt, reason,
    until, lifted_at AS "liftedAt", created_at AS "createdAt"`,
  from: sql`FROM decisions WHERE person_id = ${exportedUid}`,
  sortTime: sql`created_at`,
  id: sql`id`,
});

/**
 * Deletes the quotes of the person's texts from decisions, in the transaction that closes the account. The decision and
 * its reason stay as a record of the team.
 */
export async function deleteExcerptsOf(tx: Db, uid: string): Promise<void> {
  await tx.execute(sql`UPDATE decisions SET excerpt = '' WHERE person_id = ${uid}`);
}
