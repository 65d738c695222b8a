import { sql } from 'drizzle-orm';
import { heldRows, heldUid } from '../../platform/database/held-rows.ts';

/** The devices that are or were signed in; never what signs them in. */
export const heldSessions = heldRows({
  columns: sql`id, device, created_at AS "createdAt", last_used_at AS "lastUsedAt",
    expires_at AS "expiresAt", revoked_at AS "endedAt"`,
  from: sql`FROM sessions WHERE uid = ${heldUid}`,
  at: sql`created_at`,
  id: sql`id`,
});
