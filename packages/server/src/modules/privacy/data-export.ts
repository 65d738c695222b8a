import { dataExportReader, exportedUid } from '../../platform/database/data-export.ts';
import { sql } from '../../platform/database/query-builder.ts';

/** The list of data exports that the person has requested. */
export const exportsDataExport = dataExportReader({
  columns: sql`id, state, size::float8 AS size, created_at AS "createdAt", ready_at AS "readyAt",
    expires_at AS "expiresAt"`,
  from: sql`FROM data_exports WHERE person_id = ${exportedUid}`,
  sortTime: sql`created_at`,
  id: sql`id`,
});
