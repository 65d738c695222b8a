import { dataExportReader, exportedUid } from '../../platform/database/data-export.ts';
import { sql } from '../../platform/database/query-builder.ts';

/** The person's age check. Documents and birth dates are not stored. */
export const ageCheckDataExport = dataExportReader({
  columns: sql`id, provider, provider_check_id AS "providerCheckId", state, method,
    verified_until AS "verifiedUntil", created_at AS "createdAt", decided_at AS "decidedAt"`,
  from: sql`FROM age_checks WHERE uid = ${exportedUid}`,
  sortTime: sql`created_at`,
  id: sql`id`,
});
