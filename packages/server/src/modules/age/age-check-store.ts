import { limits } from '@guilda/contract/limits';
import type { Db } from '../../platform/database/pool.ts';
import { and, eq, lt, sql } from '../../platform/database/query-builder.ts';
import { isUuid } from '../../platform/uuid.ts';
import type { AgeCheckRecord, StartedAgeCheck } from '../../ports/age-check.ts';
import { type AgeCheckRow, ageChecks } from './age-checks-table.ts';

export async function findAgeCheck(db: Db, uid: string): Promise<AgeCheckRow | null> {
  const rows = await db.select().from(ageChecks).where(eq(ageChecks.uid, uid));
  return rows[0] ?? null;
}

/**
 * The age check to which a provider's record belongs; null when Guilda did not create the record, or when a newer age
 * check has replaced that check.
 */
export async function findCheckOfProviderRecord(
  db: Db,
  provider: string,
  record: Pick<AgeCheckRecord, 'reference' | 'checkId'>,
): Promise<AgeCheckRow | null> {
  // Guilda's references are UUIDs, so a record with any other reference was created by another system.
  if (!isUuid(record.reference)) return null;
  const rows = await db
    .select()
    .from(ageChecks)
    .where(
      and(
        eq(ageChecks.provider, provider),
        eq(ageChecks.id, record.reference),
        sql`coalesce(${ageChecks.providerCheckId}, ${record.checkId}) = ${record.checkId}`,
      ),
    );
  return rows[0] ?? null;
}

export type NewAgeCheck = Pick<
  AgeCheckRow,
  'uid' | 'id' | 'provider' | 'returnPath' | 'minimumAge'
>;

/**
 * Returns the person's age check. If the person has none, or only a check that cannot be continued (declined, expired,
 * past its closing time, or of another provider or minimum age), a new open check is stored in its place first.
 */
export async function findOrOpenCheck(tx: Db, check: NewAgeCheck): Promise<AgeCheckRow | null> {
  const isReplaceable = sql`${ageChecks.state} = 'declined' OR ${ageChecks.verifiedUntil} <= now()
    OR (${ageChecks.state} = 'open' AND ${ageChecks.closesAt} <= now())
    OR ${ageChecks.provider} <> ${check.provider} OR ${ageChecks.minimumAge} <> ${check.minimumAge}`;
  const insertedRows = await tx
    .insert(ageChecks)
    .values(check)
    .onConflictDoUpdate({
      target: ageChecks.uid,
      set: {
        ...check,
        state: 'open',
        providerCheckId: null,
        url: null,
        method: null,
        verifiedUntil: null,
        closesAt: null,
        createdAt: sql`now()`,
        decidedAt: null,
      },
      setWhere: sql`(${isReplaceable})`,
    })
    .returning();
  return insertedRows[0] ?? (await findAgeCheck(tx, check.uid));
}

/**
 * Stores the address of the provider's page and the return path of an open check; false when the check is already
 * decided.
 */
export async function saveProviderPage(
  db: Db,
  id: string,
  returnPath: string,
  { checkId, url, closesAt }: StartedAgeCheck,
): Promise<boolean> {
  const rows = await db
    .update(ageChecks)
    .set({ providerCheckId: checkId, url, closesAt, returnPath })
    .where(and(eq(ageChecks.id, id), eq(ageChecks.state, 'open')))
    .returning({ id: ageChecks.id });
  return rows.length > 0;
}

/** Marks a check as approved; false when the check was approved before. */
export async function markCheckApproved(
  tx: Db,
  id: string,
  outcome: { readonly method: string | null; readonly verifiedUntil: Date },
): Promise<boolean> {
  const rows = await tx
    .update(ageChecks)
    .set({ ...outcome, state: 'approved', url: null, decidedAt: sql`now()` })
    .where(and(eq(ageChecks.id, id), sql`${ageChecks.state} <> 'approved'`))
    .returning({ id: ageChecks.id });
  return rows.length > 0;
}

/** Marks an open check as declined; false when the check is not open. */
export async function markCheckDeclined(tx: Db, id: string): Promise<boolean> {
  const rows = await tx
    .update(ageChecks)
    .set({ state: 'declined', url: null, decidedAt: sql`now()` })
    .where(and(eq(ageChecks.id, id), eq(ageChecks.state, 'open')))
    .returning({ id: ageChecks.id });
  return rows.length > 0;
}

/** Deletes checks that were declined more than `limits.kept.declinedAgeCheckDays` days ago. */
export async function deleteDeclinedChecks(db: Db): Promise<void> {
  await db
    .delete(ageChecks)
    .where(
      and(
        eq(ageChecks.state, 'declined'),
        lt(
          ageChecks.decidedAt,
          sql`now() - make_interval(days => ${limits.kept.declinedAgeCheckDays}::integer)`,
        ),
      ),
    );
}

/** Deletes a person's check, in the transaction that closes the account. */
export async function deleteAgeCheckOf(tx: Db, uid: string): Promise<void> {
  await tx.delete(ageChecks).where(eq(ageChecks.uid, uid));
}
