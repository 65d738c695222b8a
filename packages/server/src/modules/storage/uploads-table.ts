import { instant } from '../../platform/database/columns.ts';
import { bigint, pgTable, uuid } from '../../platform/database/query-builder.ts';

/** Reserved bytes of running uploads; a row is deleted with its request. */
export const uploads = pgTable('uploads', {
  id: uuid('id').primaryKey(),
  ownerId: uuid('owner_id').notNull(),
  bytes: bigint('bytes', { mode: 'number' }).notNull(),
  /** When it stops counting, unless its request renews it. */
  expiresAt: instant('expires_at').notNull(),
});
