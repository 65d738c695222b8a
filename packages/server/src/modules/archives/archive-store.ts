import { and, asc, count, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/pool.ts';
import { type ArchiveRow, archives } from './archives-tables.ts';

export type NewArchive = Pick<
  ArchiveRow,
  'id' | 'ownerId' | 'name' | 'kind' | 'type' | 'size' | 'width' | 'height'
>;

const waits = and(isNull(archives.serviceId), isNull(archives.removedAt));

/** How many files of this person wait for a service, those on their way included. */
export async function countWaiting(db: Db, ownerId: string): Promise<number> {
  const rows = await db
    .select({ waiting: count() })
    .from(archives)
    .where(and(eq(archives.ownerId, ownerId), waits));
  return rows[0]?.waiting ?? 0;
}

/** Writes down a file that is about to be stored; nobody sees it before `openArchive`. */
export async function announceArchive(tx: Db, archive: NewArchive): Promise<void> {
  await tx.insert(archives).values(archive);
}

/** The file is whole. Null when its owner has gone meanwhile. */
export async function openArchive(db: Db, id: string, sha256: string): Promise<ArchiveRow | null> {
  const rows = await db
    .update(archives)
    .set({ readyAt: sql`now()`, sha256 })
    .where(and(eq(archives.id, id), isNull(archives.removedAt)))
    .returning();
  return rows[0] ?? null;
}

/** Forgets a file that was never whole and has no bytes any more. */
export async function forgetArchive(db: Db, id: string): Promise<void> {
  await db.delete(archives).where(and(eq(archives.id, id), isNull(archives.readyAt)));
}

/** The files of a person that wait for a service, oldest first. */
export async function waitingArchives(db: Db, ownerId: string): Promise<ArchiveRow[]> {
  return db
    .select()
    .from(archives)
    .where(and(eq(archives.ownerId, ownerId), waits, isNotNull(archives.readyAt)))
    .orderBy(asc(archives.createdAt), asc(archives.id));
}
