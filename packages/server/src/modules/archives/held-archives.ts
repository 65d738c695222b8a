import { sql } from 'drizzle-orm';
import { heldRows, heldUid } from '../../platform/database/held-rows.ts';
import { archiveKey } from './archive-files.ts';
import type { ArchiveRow } from './archives-tables.ts';

/** A file as a copy of its owner's data names it. */
export type HeldArchive = Pick<ArchiveRow, 'id' | 'name' | 'type' | 'size'>;

/**
 * The files that the person sent and that stand, each a `HeldArchive`: those of their services and
 * those that wait for one. What the team took away is handed out to nobody.
 */
export const heldArchives = heldRows({
  columns: sql`a.id, a.name, a.kind, a.type, a.size::float8 AS size, a.service_id AS "serviceId",
    a.created_at AS "createdAt"`,
  from: sql`FROM archives a LEFT JOIN services s ON s.id = a.service_id
    WHERE a.owner_id = ${heldUid} AND a.ready_at IS NOT NULL AND a.removed_at IS NULL
      AND s.hidden_at IS NULL`,
  at: sql`a.created_at`,
  id: sql`a.id`,
});

/** Where the file itself is kept. */
export function heldArchiveKey({ id, type }: HeldArchive): string {
  return archiveKey(id, type);
}
