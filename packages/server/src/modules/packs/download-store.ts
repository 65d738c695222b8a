import type { Db } from '../../platform/database/pool.ts';
import { and, desc, eq, sql } from '../../platform/database/query-builder.ts';
import { packFiles } from '../pack-files/index.ts';
import { packDownloads } from './downloads-table.ts';

type DownloadKind = (typeof packDownloads.$inferSelect)['kind'];

/** Counts a view or download by the buyer; `archiveId` is null for the zip of all files. */
export async function recordDownload(
  db: Db,
  paymentId: string,
  archiveId: string | null,
  kind: DownloadKind,
): Promise<void> {
  await db
    .insert(packDownloads)
    .values({ paymentId, archiveId, kind })
    .onConflictDoUpdate({
      target: [packDownloads.paymentId, packDownloads.archiveId, packDownloads.kind],
      set: { count: sql`${packDownloads.count} + 1`, lastAt: sql`clock_timestamp()` },
    });
}

/** Views and downloads of an order's files, latest first. A row without a name is the zip of all files. */
export async function listDownloadRows(db: Db, paymentId: string) {
  return db
    .select({
      archiveId: packDownloads.archiveId,
      name: packFiles.name,
      kind: packDownloads.kind,
      count: packDownloads.count,
      firstAt: packDownloads.firstAt,
      lastAt: packDownloads.lastAt,
    })
    .from(packDownloads)
    .leftJoin(packFiles, eq(packFiles.id, packDownloads.archiveId))
    .where(and(eq(packDownloads.paymentId, paymentId)))
    .orderBy(desc(packDownloads.lastAt), desc(packDownloads.firstAt));
}
