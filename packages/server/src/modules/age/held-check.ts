import { sql } from 'drizzle-orm';
import { heldRows, heldUid } from '../../platform/database/held-rows.ts';

/** All that is kept of an age check: no document and no birth date is (`product §9`). */
export const heldAgeCheck = heldRows({
  columns: sql`id, provider, provider_check_id AS "providerCheckId", state, method,
    verified_until AS "verifiedUntil", created_at AS "createdAt", decided_at AS "decidedAt"`,
  from: sql`FROM age_checks WHERE uid = ${heldUid}`,
  at: sql`created_at`,
  id: sql`id`,
});
