import { instant } from '../../platform/database/columns.ts';
import {
  bigint,
  date,
  integer,
  pgTable,
  text,
  uuid,
} from '../../platform/database/query-builder.ts';

/** Views and downloads by the buyer of an order. `archive_id` is null for the zip of all files. */
export const packDownloads = pgTable('pack_downloads', {
  orderId: uuid('payment_id').notNull(),
  archiveId: uuid('archive_id'),
  kind: text('kind', { enum: ['view', 'file', 'zip'] }).notNull(),
  count: integer('count').notNull().default(1),
  firstAt: instant('first_at').notNull().defaultNow(),
  lastAt: instant('last_at').notNull().defaultNow(),
});

/** Amount of data sent to the buyer of an order on one day. `archive_id` is null for the zip of all files. */
export const packDownloadDays = pgTable('pack_download_days', {
  orderId: uuid('payment_id').notNull(),
  archiveId: uuid('archive_id'),
  kind: text('kind', { enum: ['view', 'preview', 'file', 'zip'] }).notNull(),
  /** The day in Brasília time. */
  day: date('day').notNull(),
  requests: integer('requests').notNull(),
  /** Number of requests that were redirected to the file storage; their bytes are not counted in `bytes`. */
  redirects: integer('redirects').notNull(),
  bytes: bigint('bytes', { mode: 'number' }).notNull(),
  firstAt: instant('first_at').notNull(),
  lastAt: instant('last_at').notNull(),
});
