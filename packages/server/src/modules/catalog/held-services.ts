import { sql } from 'drizzle-orm';
import { decimalText, heldRows, heldUid } from '../../platform/database/held-rows.ts';

/** What the person sells or sold, the withdrawn and the hidden with it. */
export const heldServices = heldRows({
  columns: sql`id, title, description, ${decimalText(sql`price`)} AS price, type, category, status,
    photo_url AS "photoURL", archives, adult, adult_by_team AS "adultByTeam",
    rating_sum AS "ratingSum", rating_count AS "reviewCount", hidden_at AS "hiddenAt",
    hidden_reason AS "hiddenReason", deleted_at AS "deletedAt", created_at AS "createdAt",
    updated_at AS "updatedAt"`,
  from: sql`FROM services WHERE seller_id = ${heldUid}`,
  at: sql`created_at`,
  id: sql`id`,
});
