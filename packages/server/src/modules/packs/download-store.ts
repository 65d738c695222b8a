import { and, desc, eq, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/pool.ts';
import { archives } from '../archives/index.ts';
import { packDownloads } from './downloads-table.ts';

type Kind = (typeof packDownloads.$inferSelect)['kind'];

/** Counts one more opening or saving by the buyer of an order; `archiveId` is null for the zip. */
export async function noteDownload(
  db: Db,
  paymentId: string,
  archiveId: string | null,
  kind: Kind,
): Promise<void> {
  await db
    .insert(packDownloads)
    .values({ paymentId, archiveId, kind })
    .onConflictDoUpdate({
      target: [packDownloads.paymentId, packDownloads.archiveId, packDownloads.kind],
      set: { count: sql`${packDownloads.count} + 1`, lastAt: sql`clock_timestamp()` },
    });
}

/** What was opened and saved of an order, latest first; without a name it is the zip. */
export async function downloadsOf(db: Db, paymentId: string) {
  return db
    .select({
      archiveId: packDownloads.archiveId,
      name: archives.name,
      kind: packDownloads.kind,
      count: packDownloads.count,
      firstAt: packDownloads.firstAt,
      lastAt: packDownloads.lastAt,
    })
    .from(packDownloads)
    .leftJoin(archives, eq(archives.id, packDownloads.archiveId))
    .where(and(eq(packDownloads.paymentId, paymentId)))
    .orderBy(desc(packDownloads.lastAt), desc(packDownloads.firstAt));
}
