import { instant } from '../../platform/database/columns.ts';
import { bigint, pgTable, uuid } from '../../platform/database/query-builder.ts';

/** Storage quota reserved for running uploads, in bytes; a row is deleted when its request ends. */
export const uploads = pgTable('uploads', {
  id: uuid('id').primaryKey(),
  ownerId: uuid('owner_id').notNull(),
  bytes: bigint('bytes', { mode: 'number' }).notNull(),
  /** When the reservation stops counting, unless it is renewed before. */
  expiresAt: instant('expires_at').notNull(),
});
