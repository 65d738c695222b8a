import { limits } from '@guilda/contract/limits';
import { and, desc, eq, gt, ne, or, sql } from 'drizzle-orm';
import { heldRows, heldUid } from '../../platform/database/held-rows.ts';
import type { Db } from '../../platform/database/pool.ts';
import { type DataExportRow, dataExports } from './data-exports-table.ts';

/** Hours after which a copy that could not be made is given up. */
const GIVEN_UP_HOURS = 2;
/** Copies that are erased in one go. */
const AT_ONCE = 100;
/** Copies that a list shows. */
const LISTED = 50;

const standing = or(
  ne(dataExports.state, 'ready'),
  gt(dataExports.expiresAt, sql`clock_timestamp()`),
);

/** The copies of a person's data that are being made, failed or can be fetched, the last first. */
export function listOf(db: Db, personId: string): Promise<DataExportRow[]> {
  return db
    .select()
    .from(dataExports)
    .where(and(eq(dataExports.personId, personId), standing))
    .orderBy(desc(dataExports.createdAt), desc(dataExports.id))
    .limit(LISTED);
}

/** Writes down that a copy is to be made; null while another one of this person is being made. */
export async function announce(
  tx: Db,
  row: Pick<DataExportRow, 'id' | 'personId'>,
): Promise<DataExportRow | null> {
  const rows = await tx
    .insert(dataExports)
    .values({ ...row, createdAt: sql`clock_timestamp()` })
    .onConflictDoNothing()
    .returning();
  return rows[0] ?? null;
}

/** The copy of a person's data that is being made; null when there is none. */
export async function beingMade(db: Db, personId: string): Promise<DataExportRow | null> {
  const rows = await db
    .select()
    .from(dataExports)
    .where(and(eq(dataExports.personId, personId), eq(dataExports.state, 'preparing')));
  return rows[0] ?? null;
}

/** A copy that is still to be made; null when it is done, given up or gone. */
export async function findPreparing(db: Db, id: string): Promise<DataExportRow | null> {
  const rows = await db
    .select()
    .from(dataExports)
    .where(and(eq(dataExports.id, id), eq(dataExports.state, 'preparing')));
  return rows[0] ?? null;
}

/** Whether a copy is still written down, whatever has become of it. */
export async function isKnown(db: Db, id: string): Promise<boolean> {
  return (await db.$count(dataExports, eq(dataExports.id, id))) > 0;
}

/** A copy that this person can fetch now; null when there is none, or the account is closed. */
export async function findReady(
  db: Db,
  { id, personId }: Pick<DataExportRow, 'id' | 'personId'>,
): Promise<DataExportRow | null> {
  const rows = await db
    .select()
    .from(dataExports)
    .where(
      and(
        eq(dataExports.id, id),
        eq(dataExports.personId, personId),
        eq(dataExports.state, 'ready'),
        standing,
        sql`EXISTS (SELECT FROM users u WHERE u.uid = ${dataExports.personId}
          AND u.deleted_at IS NULL)`,
      ),
    );
  return rows[0] ?? null;
}

/** The copy is whole; false when it is not waited for any more. */
export async function markReady(
  tx: Db,
  { id, fileKey, size }: Pick<DataExportRow, 'id' | 'fileKey' | 'size'>,
): Promise<boolean> {
  const rows = await tx
    .update(dataExports)
    .set({
      state: 'ready',
      fileKey,
      size,
      readyAt: sql`clock_timestamp()`,
      expiresAt: sql`clock_timestamp() + make_interval(days => ${limits.exportDays})`,
    })
    .where(and(eq(dataExports.id, id), eq(dataExports.state, 'preparing')))
    .returning({ id: dataExports.id });
  return rows.length > 0;
}

/**
 * Ends all copies of a person that are ready but the last few, and fewer where they take more than
 * `maxBytes` together: one is as large as what is held. The newest stays.
 */
export async function endOlder(tx: Db, personId: string, maxBytes: number): Promise<void> {
  await tx.execute(sql`UPDATE data_exports SET expires_at = clock_timestamp() WHERE id IN (
    SELECT id FROM (
      SELECT id, row_number() OVER newest AS place, sum(size) OVER newest AS bytes
      FROM data_exports
      WHERE person_id = ${personId} AND state = 'ready' AND expires_at > clock_timestamp()
      WINDOW newest AS (ORDER BY ready_at DESC, id DESC)) AS copies
    WHERE place > ${limits.exportsKept} OR (place > 1 AND bytes > ${maxBytes}))`);
}

/** Gives up what could not be made for hours: its person may ask anew. */
export async function giveUpStale(db: Db): Promise<void> {
  await db.execute(sql`UPDATE data_exports SET state = 'failed' WHERE state = 'preparing'
    AND created_at < now() - make_interval(hours => ${GIVEN_UP_HOURS})`);
}

/** Copies whose week is over, failed ones with them. */
export async function expired(db: Db): Promise<Pick<DataExportRow, 'id' | 'personId'>[]> {
  return db
    .select({ id: dataExports.id, personId: dataExports.personId })
    .from(dataExports)
    .where(
      sql`(state = 'ready' AND expires_at <= now()) OR (state = 'failed'
        AND created_at < now() - make_interval(days => ${limits.exportDays}))`,
    )
    .limit(AT_ONCE);
}

/** Forgets a copy whose file is gone. */
export async function forget(db: Db, id: string): Promise<void> {
  await db.delete(dataExports).where(eq(dataExports.id, id));
}

/** Forgets all copies of a person's data, in the transaction that closes the account. */
export async function forgetExportsOf(tx: Db, personId: string): Promise<void> {
  await tx.delete(dataExports).where(eq(dataExports.personId, personId));
}

/** The copies themselves, as a copy names them. */
export const heldExports = heldRows({
  columns: sql`id, state, size::float8 AS size, created_at AS "createdAt", ready_at AS "readyAt",
    expires_at AS "expiresAt"`,
  from: sql`FROM data_exports WHERE person_id = ${heldUid}`,
  at: sql`created_at`,
  id: sql`id`,
});
