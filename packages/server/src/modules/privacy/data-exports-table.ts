import { bigint, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** Copies of a person's data that are made in the background and kept for a week. */
export const dataExports = pgTable('data_exports', {
  id: uuid('id').primaryKey(),
  personId: uuid('person_id').notNull(),
  state: text('state', { enum: ['preparing', 'ready', 'failed'] })
    .notNull()
    .default('preparing'),
  /** Where the zip lies among the files. */
  fileKey: text('file_key'),
  /** Bytes. */
  size: bigint('size', { mode: 'number' }),
  createdAt: instant('created_at').notNull().defaultNow(),
  readyAt: instant('ready_at'),
  expiresAt: instant('expires_at'),
});

export type DataExportRow = typeof dataExports.$inferSelect;
