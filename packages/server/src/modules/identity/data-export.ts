import { dataExportReader, exportedUid } from '../../platform/database/data-export.ts';
import { sql } from '../../platform/database/query-builder.ts';

/** The person's sessions, without tokens. */
export const sessionsDataExport = dataExportReader({
  columns: sql`id, device, created_at AS "createdAt", last_used_at AS "lastUsedAt",
    expires_at AS "expiresAt", revoked_at AS "endedAt"`,
  from: sql`FROM sessions WHERE uid = ${exportedUid}`,
  sortTime: sql`created_at`,
  id: sql`id`,
});
