import { dataExportReader, decimalText, exportedUid } from '../../platform/database/data-export.ts';
import { sql } from '../../platform/database/query-builder.ts';

/** The person's services, deleted and hidden ones included. */
export const servicesDataExport = dataExportReader({
  columns: sql`id, title, description, ${decimalText(sql`price`)} AS price, type, category, status,
    photo_url AS "photoURL", archives, adult, adult_by_team AS "adultByTeam",
    rating_sum AS "ratingSum", rating_count AS "reviewCount", hidden_at AS "hiddenAt",
    hidden_reason AS "hiddenReason", deleted_at AS "deletedAt", created_at AS "createdAt",
    updated_at AS "updatedAt"`,
  from: sql`FROM services WHERE seller_id = ${exportedUid}`,
  sortTime: sql`created_at`,
  id: sql`id`,
});
