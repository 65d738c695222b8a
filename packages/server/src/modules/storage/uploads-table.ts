import { bigint, pgTable, timestamp, uuid } from 'drizzle-orm/pg-core';

/** Bytes held for uploads under way; a row ends with its request. */
export const uploads = pgTable('uploads', {
  id: uuid('id').primaryKey(),
  ownerId: uuid('owner_id').notNull(),
  bytes: bigint('bytes', { mode: 'number' }).notNull(),
  /** From when on it counts no more, unless its request puts that off. */
  expiresAt: timestamp('expires_at', { withTimezone: true, mode: 'date' }).notNull(),
});
