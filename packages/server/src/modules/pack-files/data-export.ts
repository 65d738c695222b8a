import { dataExportReader, exportedUid } from '../../platform/database/data-export.ts';
import { sql } from '../../platform/database/query-builder.ts';
import { packFileKey } from './file-keys.ts';
import type { PackFileRow } from './pack-file-tables.ts';

/** The columns of a pack file in the data export of its owner. */
export type ExportedPackFile = Pick<PackFileRow, 'id' | 'name' | 'type' | 'size'>;

/**
 * All stored pack files that the person uploaded, also those that no service uses yet, and those that left their pack while
 * an order still holds them. Files of services that moderation hid are left out.
 */
export const packFilesDataExport = dataExportReader<ExportedPackFile>({
  columns: sql`a.id, a.name, a.kind, a.type, a.size::float8 AS size, a.service_id AS "serviceId",
    a.created_at AS "createdAt"`,
  from: sql`FROM archives a LEFT JOIN services s ON s.id = a.service_id
    WHERE a.owner_id = ${exportedUid} AND a.ready_at IS NOT NULL AND s.hidden_at IS NULL
      AND (a.removed_at IS NULL OR EXISTS (SELECT FROM order_archives o WHERE o.archive_id = a.id))`,
  sortTime: sql`a.created_at`,
  id: sql`a.id`,
});

/** Storage key of an exported pack file. */
export function exportedPackFileKey({ id, type }: ExportedPackFile): string {
  return packFileKey(id, type);
}
