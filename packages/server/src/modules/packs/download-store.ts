import { databaseNow } from '../../platform/database/clock.ts';
import type { Db } from '../../platform/database/pool.ts';
import { and, desc, eq, sql } from '../../platform/database/query-builder.ts';
import { packFiles } from '../pack-files/index.ts';
import { packDownloadDays, packDownloads } from './downloads-table.ts';

/** A file of an order, or with `archiveId` null the zip of all its files, and how the buyer gets it. */
export type DownloadedFile = Pick<
  typeof packDownloads.$inferSelect,
  'orderId' | 'archiveId' | 'kind'
>;

/** Requests, redirects and bytes sent for one file of an order, counted since the counts were last stored. */
export type SentBytes = Pick<
  typeof packDownloadDays.$inferSelect,
  'orderId' | 'archiveId' | 'kind' | 'requests' | 'redirects' | 'bytes'
>;

/**
 * Adds counts to those of the current day in one statement; expects at least one row. The day is that of Brasília by
 * the database's clock.
 */
export async function addSentBytes(db: Db, sentBytes: readonly SentBytes[]): Promise<void> {
  const downloadTimes = { firstAt: databaseNow, lastAt: databaseNow };
  const day = sql`(${databaseNow} AT TIME ZONE 'America/Sao_Paulo')::date`;
  const { orderId, archiveId, kind, requests, redirects, bytes } = packDownloadDays;
  await db
    .insert(packDownloadDays)
    .values(sentBytes.map((row) => ({ ...row, ...downloadTimes, day })))
    .onConflictDoUpdate({
      target: [orderId, archiveId, kind, packDownloadDays.day],
      set: {
        requests: sql`${requests} + excluded.requests`,
        redirects: sql`${redirects} + excluded.redirects`,
        bytes: sql`${bytes} + excluded.bytes`,
        lastAt: sql`excluded.last_at`,
      },
    });
}

/** Adds `count` views or downloads of a file by the buyer. */
export async function recordDownloads(db: Db, file: DownloadedFile, count: number): Promise<void> {
  await db
    .insert(packDownloads)
    .values({ ...file, count })
    .onConflictDoUpdate({
      target: [packDownloads.orderId, packDownloads.archiveId, packDownloads.kind],
      set: { count: sql`${packDownloads.count} + excluded.count`, lastAt: databaseNow },
    });
}

/** Views and downloads of an order's files, latest first. A row without a name is the zip of all files. */
export async function listDownloadRows(db: Db, orderId: string) {
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
    .where(and(eq(packDownloads.orderId, orderId)))
    .orderBy(desc(packDownloads.lastAt), desc(packDownloads.firstAt));
}
