import { archiveTypes } from '@guilda/contract/packs';
import { bigint, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** What a pack's files are called in lists, in the order they are counted in. */
export const archiveKinds = ['JPG', 'PNG', 'GIF', 'MP4'] as const;

export const archives = pgTable('archives', {
  id: uuid('id').primaryKey(),
  ownerId: uuid('owner_id').notNull(),
  /** Null while the file waits for a service. */
  serviceId: uuid('service_id'),
  position: integer('position').notNull().default(0),
  name: text('name').notNull(),
  kind: text('kind', { enum: archiveKinds }).notNull(),
  type: text('type', { enum: archiveTypes }).notNull(),
  /** Bytes. */
  size: bigint('size', { mode: 'number' }).notNull(),
  /** Bytes of all that is stored for it; null in rows of programs that did not count yet. */
  storedBytes: bigint('stored_bytes', { mode: 'number' }),
  /** Pixels, of images. */
  width: integer('width'),
  height: integer('height'),
  /** Null until the file is whole in the storage. */
  readyAt: instant('ready_at'),
  /** Set once it waits no longer and is no part of its service's pack; orders may still hold it. */
  removedAt: instant('removed_at'),
  createdAt: instant('created_at').notNull().defaultNow(),
});

export type ArchiveRow = typeof archives.$inferSelect;

/** What an order bought, whatever becomes of the service's pack. */
export const orderArchives = pgTable('order_archives', {
  paymentId: uuid('payment_id').notNull(),
  archiveId: uuid('archive_id').notNull(),
  position: integer('position').notNull(),
});
