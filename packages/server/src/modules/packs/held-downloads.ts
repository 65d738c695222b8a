import { sql } from 'drizzle-orm';
import { heldRows, heldUid } from '../../platform/database/held-rows.ts';

const zeros = sql`'00000000-0000-0000-0000-000000000000'::uuid`;

/** What the person opened or saved of the packs they bought. */
export const heldDownloads = heldRows({
  columns: sql`d.payment_id AS "paymentId", d.kind, a.name AS file, d.count, d.first_at AS "firstAt",
    d.last_at AS "lastAt"`,
  from: sql`FROM payments p JOIN pack_downloads d ON d.payment_id = p.id
    LEFT JOIN archives a ON a.id = d.archive_id WHERE p.buyer_id = ${heldUid}`,
  at: sql`d.first_at`,
  // A file that is looked at and saved in one moment is told apart by which of the two it was.
  id: sql`md5(d.payment_id::text || coalesce(d.archive_id, ${zeros})::text || d.kind)::uuid`,
});
