import { limits } from '@guilda/contract/limits';
import { databaseNow } from '../../platform/database/clock.ts';
import type { Db } from '../../platform/database/pool.ts';
import { and, desc, eq, gt, ne, or, sql } from '../../platform/database/query-builder.ts';
import { type DataExportRow, dataExports } from './data-exports-table.ts';

/** Hours after the first begin of its job after which an export that is not ready is marked as failed. */
const STALE_EXPORT_HOURS = 2;
/** Hours for which an export may wait for its job: exports are made one after the other, and each may take hours. */
const MAX_WAITING_HOURS = 48;
/** Maximum number of exports that one query reads for deletion. */
const BATCH_SIZE = 100;
/** Maximum number of exports in a person's list. */
const MAX_LISTED_EXPORTS = 50;

const isNotExpired = or(ne(dataExports.state, 'ready'), gt(dataExports.expiresAt, databaseNow));

/** A person's exports that are in progress, have failed or can be downloaded; newest first. */
export function readExports(db: Db, personId: string): Promise<DataExportRow[]> {
  return db
    .select()
    .from(dataExports)
    .where(and(eq(dataExports.personId, personId), isNotExpired))
    .orderBy(desc(dataExports.createdAt), desc(dataExports.id))
    .limit(MAX_LISTED_EXPORTS);
}

/** Inserts an export to be made; null while another export of this person is in progress. */
export async function insertExport(
  tx: Db,
  row: Pick<DataExportRow, 'id' | 'personId'>,
): Promise<DataExportRow | null> {
  const rows = await tx
    .insert(dataExports)
    .values({ ...row, createdAt: databaseNow })
    .onConflictDoNothing()
    .returning();
  return rows[0] ?? null;
}

/** The export of a person that is in progress; null when there is none. */
export async function findExportInProgress(
  db: Db,
  personId: string,
): Promise<DataExportRow | null> {
  const rows = await db
    .select()
    .from(dataExports)
    .where(and(eq(dataExports.personId, personId), eq(dataExports.state, 'preparing')));
  return rows[0] ?? null;
}

/**
 * Records that the job of an export begins, unless it began before, and returns the export; null when it is ready, failed
 * or deleted.
 */
export async function beginPendingExport(db: Db, id: string): Promise<DataExportRow | null> {
  const rows = await db
    .update(dataExports)
    .set({ begunAt: sql`coalesce(${dataExports.begunAt}, ${databaseNow})` })
    .where(and(eq(dataExports.id, id), eq(dataExports.state, 'preparing')))
    .returning();
  return rows[0] ?? null;
}

/** Whether an export with this id exists, in any state. */
export async function exportExists(db: Db, id: string): Promise<boolean> {
  return (await db.$count(dataExports, eq(dataExports.id, id))) > 0;
}

/** Reads an export that this person can download now; null when there is none with this id or the account is closed. */
export async function findReadyExport(
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
        isNotExpired,
        sql`EXISTS (SELECT FROM users u WHERE u.uid = ${dataExports.personId}
          AND u.deleted_at IS NULL)`,
      ),
    );
  return rows[0] ?? null;
}

/** Marks an export as ready; false when it was marked as failed or deleted while its file was being made. */
export async function markExportReady(
  tx: Db,
  { id, fileKey, size }: Pick<DataExportRow, 'id' | 'fileKey' | 'size'>,
): Promise<boolean> {
  const rows = await tx
    .update(dataExports)
    .set({
      state: 'ready',
      fileKey,
      size,
      readyAt: databaseNow,
      expiresAt: sql`${databaseNow} + make_interval(days => ${limits.exportDays})`,
    })
    .where(and(eq(dataExports.id, id), eq(dataExports.state, 'preparing')))
    .returning({ id: dataExports.id });
  return rows.length > 0;
}

/**
 * Expires a person's older ready exports, so that at most `limits.exportsKept` stay and these take at most `maxBytes`
 * together. The newest export stays even if it is larger.
 */
export async function expireOlderExports(
  tx: Db,
  personId: string,
  maxBytes: number,
): Promise<void> {
  await tx.execute(sql`UPDATE data_exports SET expires_at = ${databaseNow} WHERE id IN (
    SELECT id FROM (
      SELECT id, row_number() OVER newest AS place, sum(size) OVER newest AS bytes
      FROM data_exports
      WHERE person_id = ${personId} AND state = 'ready' AND expires_at > ${databaseNow}
      WINDOW newest AS (ORDER BY ready_at DESC, id DESC)) AS copies
    WHERE place > ${limits.exportsKept} OR (place > 1 AND bytes > ${maxBytes}))`);
}

/**
 * Marks exports as failed that are not ready {@link STALE_EXPORT_HOURS} after their job began, or whose job did not begin
 * within {@link MAX_WAITING_HOURS}, so that the person can request a new export.
 */
export async function failStaleExports(db: Db): Promise<void> {
  await db.execute(sql`UPDATE data_exports SET state = 'failed' WHERE state = 'preparing'
    AND (begun_at < now() - make_interval(hours => ${STALE_EXPORT_HOURS})
      OR begun_at IS NULL AND created_at < now() - make_interval(hours => ${MAX_WAITING_HOURS}))`);
}

/** Ready exports that have expired, and failed exports requested more than `limits.exportDays` days ago. */
export async function findExpiredExports(
  db: Db,
): Promise<Pick<DataExportRow, 'id' | 'personId'>[]> {
  return db
    .select({ id: dataExports.id, personId: dataExports.personId })
    .from(dataExports)
    .where(
      sql`(state = 'ready' AND expires_at <= now()) OR (state = 'failed'
        AND created_at < now() - make_interval(days => ${limits.exportDays}))`,
    )
    .limit(BATCH_SIZE);
}

/** Deletes the row of an export after its file was erased. */
export async function deleteExport(db: Db, id: string): Promise<void> {
  await db.delete(dataExports).where(eq(dataExports.id, id));
}

/** Deletes the rows of a person's exports, in the transaction that closes the account. */
export async function deleteExportsOf(tx: Db, personId: string): Promise<void> {
  await tx.delete(dataExports).where(eq(dataExports.personId, personId));
}
