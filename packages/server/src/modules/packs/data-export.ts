import { dataExportReader, exportedUid } from '../../platform/database/data-export.ts';
import { sql } from '../../platform/database/query-builder.ts';

const nilUuid = sql`'00000000-0000-0000-0000-000000000000'::uuid`;

/** Views and downloads of the packs that the person bought. */
export const packDownloadsDataExport = dataExportReader({
  columns: sql`d.payment_id AS "paymentId", d.kind, a.name AS file, d.count, d.first_at AS "firstAt",
    d.last_at AS "lastAt"`,
  from: sql`FROM payments p JOIN pack_downloads d ON d.payment_id = p.id
    LEFT JOIN archives a ON a.id = d.archive_id WHERE p.buyer_id = ${exportedUid}`,
  sortTime: sql`d.first_at`,
  // The id orders rows with the same time. It contains `kind`, so that view and download of a file have different ids.
  id: sql`md5(d.payment_id::text || coalesce(d.archive_id, ${nilUuid})::text || d.kind)::uuid`,
});

/** Amount of data sent per day from the packs that the person bought. */
export const packDownloadDaysDataExport = dataExportReader({
  columns: sql`d.payment_id AS "paymentId", d.kind, a.name AS file, d.day::text AS day, d.requests, d.redirects,
    d.bytes::float8 AS bytes, d.first_at AS "firstAt", d.last_at AS "lastAt"`,
  from: sql`FROM payments p JOIN pack_download_days d ON d.payment_id = p.id
    LEFT JOIN archives a ON a.id = d.archive_id WHERE p.buyer_id = ${exportedUid}`,
  sortTime: sql`d.first_at`,
  id: sql`md5(d.payment_id::text || coalesce(d.archive_id, ${nilUuid})::text || d.kind || d.day)::uuid`,
});
