import { instant } from '../../platform/database/columns.ts';
import { integer, pgTable, text, uuid } from '../../platform/database/query-builder.ts';

/** Views and downloads by the buyer of an order. `archive_id` is null for the zip of all files. */
export const packDownloads = pgTable('pack_downloads', {
  paymentId: uuid('payment_id').notNull(),
  archiveId: uuid('archive_id'),
  kind: text('kind', { enum: ['view', 'file', 'zip'] }).notNull(),
  count: integer('count').notNull().default(1),
  firstAt: instant('first_at').notNull().defaultNow(),
  lastAt: instant('last_at').notNull().defaultNow(),
});
