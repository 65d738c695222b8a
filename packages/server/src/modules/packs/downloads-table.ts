import { integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** What the buyer of an order opened and saved; the zip of all files has no archive. */
export const packDownloads = pgTable('pack_downloads', {
  paymentId: uuid('payment_id').notNull(),
  archiveId: uuid('archive_id'),
  kind: text('kind', { enum: ['view', 'file', 'zip'] }).notNull(),
  count: integer('count').notNull().default(1),
  firstAt: instant('first_at').notNull().defaultNow(),
  lastAt: instant('last_at').notNull().defaultNow(),
});
