import type { Db } from '../../platform/database/pool.ts';
import {
  and,
  asc,
  count,
  eq,
  isNotNull,
  isNull,
  sql,
} from '../../platform/database/query-builder.ts';
import { type PackFileRow, packFiles } from './pack-file-tables.ts';

export type NewPackFile = Pick<
  PackFileRow,
  'id' | 'ownerId' | 'name' | 'kind' | 'type' | 'size' | 'storedBytes' | 'width' | 'height'
>;

const isWaiting = and(isNull(packFiles.serviceId), isNull(packFiles.removedAt));

/** Number of a person's files that are in no pack yet (waiting files), including files that are being uploaded. */
export async function countWaitingPackFiles(db: Db, ownerId: string): Promise<number> {
  const rows = await db
    .select({ waiting: count() })
    .from(packFiles)
    .where(and(eq(packFiles.ownerId, ownerId), isWaiting));
  return rows[0]?.waiting ?? 0;
}

/** Inserts the row of a file that is about to be stored. The row is invisible until `markPackFileReady`. */
export async function insertPackFile(tx: Db, packFile: NewPackFile): Promise<void> {
  await tx.insert(packFiles).values(packFile);
}

/** Marks a file as completely stored, with its hash; null when its owner closed the account during the upload. */
export async function markPackFileReady(
  db: Db,
  { id, sha256 }: Pick<PackFileRow, 'id' | 'sha256'>,
): Promise<PackFileRow | null> {
  const rows = await db
    .update(packFiles)
    .set({ readyAt: sql`now()`, sha256 })
    .where(and(eq(packFiles.id, id), isNull(packFiles.removedAt)))
    .returning();
  return rows[0] ?? null;
}

/** Deletes the row of an unfinished file after its content was erased. */
export async function deleteUnfinishedPackFile(db: Db, id: string): Promise<void> {
  await db.delete(packFiles).where(and(eq(packFiles.id, id), isNull(packFiles.readyAt)));
}

/** Marks an unfinished file as removed. The row stays, because the storage may still write the content. */
export async function markUnfinishedPackFileRemoved(db: Db, id: string): Promise<void> {
  await db
    .update(packFiles)
    .set({ removedAt: sql`now()` })
    .where(and(eq(packFiles.id, id), isNull(packFiles.readyAt)));
}

/** The person's complete files that no service uses yet (waiting files), oldest first. */
export async function listWaitingPackFiles(db: Db, ownerId: string): Promise<PackFileRow[]> {
  return db
    .select()
    .from(packFiles)
    .where(and(eq(packFiles.ownerId, ownerId), isWaiting, isNotNull(packFiles.readyAt)))
    .orderBy(asc(packFiles.createdAt), asc(packFiles.id));
}

/** Condition: the file is removed and no order references it. No new reference to such a file can be made. */
const isUnreferenced = and(
  isNotNull(packFiles.removedAt),
  sql`NOT EXISTS (SELECT 1 FROM order_archives o WHERE o.archive_id = ${packFiles.id})`,
);

/** Marks a file that no service uses as removed; false when this owner has no such file. */
export async function removeWaitingPackFile(db: Db, ownerId: string, id: string): Promise<boolean> {
  const rows = await db
    .update(packFiles)
    .set({ removedAt: sql`now()` })
    .where(
      and(
        eq(packFiles.id, id),
        eq(packFiles.ownerId, ownerId),
        isWaiting,
        isNotNull(packFiles.readyAt),
      ),
    )
    .returning({ id: packFiles.id });
  return rows.length > 0;
}

/** Marks files as removed that waited for a service for a day, or that were unfinished for an hour. */
export async function markAbandonedPackFilesRemoved(db: Db): Promise<void> {
  await db
    .update(packFiles)
    .set({ removedAt: sql`now()` })
    .where(
      and(
        isWaiting,
        sql`${packFiles.createdAt} < now() - CASE WHEN ${packFiles.readyAt} IS NULL
          THEN interval '1 hour' ELSE interval '1 day' END`,
      ),
    );
}

/** Maximum number of removed files that one query lists for erasure. */
const SWEEP_BATCH_SIZE = 200;

/**
 * Condition: the file is complete, or its upload began more than an hour ago. In both cases the storage is not writing
 * the file any more.
 */
const isSafeToErase = sql`(${packFiles.readyAt} IS NOT NULL
  OR ${packFiles.createdAt} < now() - interval '1 hour')`;

/** Ids of removed files that no order references; at most `SWEEP_BATCH_SIZE` ids. */
export async function listUnreferencedPackFiles(db: Db): Promise<string[]> {
  const rows = await db
    .select({ id: packFiles.id })
    .from(packFiles)
    .where(and(isUnreferenced, isSafeToErase))
    .orderBy(packFiles.removedAt)
    .limit(SWEEP_BATCH_SIZE);
  return rows.map(({ id }) => id);
}

/** Deletes the row of a removed file after its content was erased. */
export async function deletePackFileRow(db: Db, id: string): Promise<void> {
  await db.delete(packFiles).where(and(eq(packFiles.id, id), isUnreferenced));
}
