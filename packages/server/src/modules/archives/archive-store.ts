import { and, asc, count, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/pool.ts';
import { type ArchiveRow, archives } from './archives-tables.ts';

export type NewArchive = Pick<
  ArchiveRow,
  'id' | 'ownerId' | 'name' | 'kind' | 'type' | 'size' | 'storedBytes' | 'width' | 'height'
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
export async function openArchive(db: Db, id: string): Promise<ArchiveRow | null> {
  const rows = await db
    .update(archives)
    .set({ readyAt: sql`now()` })
    .where(and(eq(archives.id, id), isNull(archives.removedAt)))
    .returning();
  return rows[0] ?? null;
}

/** Forgets a file that was never whole and has no bytes any more. */
export async function forgetArchive(db: Db, id: string): Promise<void> {
  await db.delete(archives).where(and(eq(archives.id, id), isNull(archives.readyAt)));
}

/** Lets go of a file that was never whole, and of which the storage may still make something. */
export async function giveUpArchive(db: Db, id: string): Promise<void> {
  await db
    .update(archives)
    .set({ removedAt: sql`now()` })
    .where(and(eq(archives.id, id), isNull(archives.readyAt)));
}

/** The files of a person that wait for a service, oldest first. */
export async function waitingArchives(db: Db, ownerId: string): Promise<ArchiveRow[]> {
  return db
    .select()
    .from(archives)
    .where(and(eq(archives.ownerId, ownerId), waits, isNotNull(archives.readyAt)))
    .orderBy(asc(archives.createdAt), asc(archives.id));
}

/** A removed file that no order holds: nothing can come to hold it any more. */
const unheld = and(
  isNotNull(archives.removedAt),
  sql`NOT EXISTS (SELECT 1 FROM order_archives o WHERE o.archive_id = ${archives.id})`,
);

/** Lets go of one own file that waits for a service; false when there is none. */
export async function closeWaiting(db: Db, ownerId: string, id: string): Promise<boolean> {
  const rows = await db
    .update(archives)
    .set({ removedAt: sql`now()` })
    .where(
      and(eq(archives.id, id), eq(archives.ownerId, ownerId), waits, isNotNull(archives.readyAt)),
    )
    .returning({ id: archives.id });
  return rows.length > 0;
}

/** Lets go of files that have waited for a service for a day, or to be whole for an hour. */
export async function closeAbandoned(db: Db): Promise<void> {
  await db
    .update(archives)
    .set({ removedAt: sql`now()` })
    .where(
      and(
        waits,
        sql`${archives.createdAt} < now() - CASE WHEN ${archives.readyAt} IS NULL
          THEN interval '1 hour' ELSE interval '1 day' END`,
      ),
    );
}

const SWEPT_AT_ONCE = 200;

/** After an hour no storage makes anything any more of what never became whole. */
const settled = sql`(${archives.readyAt} IS NOT NULL
  OR ${archives.createdAt} < now() - interval '1 hour')`;

/** Ids of removed files that no order holds, a few hundred at a time. */
export async function unheldArchives(db: Db): Promise<string[]> {
  const rows = await db
    .select({ id: archives.id })
    .from(archives)
    .where(and(unheld, settled))
    .orderBy(archives.removedAt)
    .limit(SWEPT_AT_ONCE);
  return rows.map(({ id }) => id);
}

/** Forgets a removed file whose bytes are gone. */
export async function dropArchive(db: Db, id: string): Promise<void> {
  await db.delete(archives).where(and(eq(archives.id, id), unheld));
}
