import { archiveTypes } from '@guilda/contract/services/packs';
import { instant } from '../../platform/database/columns.ts';
import { bigint, integer, pgTable, text, uuid } from '../../platform/database/query-builder.ts';

/** Kinds of pack files, in the order in which services list them. */
export const packFileKinds = ['JPG', 'PNG', 'GIF', 'MP4'] as const;

export const packFiles = pgTable('archives', {
  id: uuid('id').primaryKey(),
  ownerId: uuid('owner_id').notNull(),
  /** Id of the service; null while the file waits for one. */
  serviceId: uuid('service_id'),
  position: integer('position').notNull().default(0),
  name: text('name').notNull(),
  kind: text('kind', { enum: packFileKinds }).notNull(),
  type: text('type', { enum: archiveTypes }).notNull(),
  /** Size in bytes. */
  size: bigint('size', { mode: 'number' }).notNull(),
  /** Bytes of the file and its preview; null in rows that were written before this column existed. */
  storedBytes: bigint('stored_bytes', { mode: 'number' }),
  /** SHA-256 of the stored file in hexadecimal; null in rows that were written before this column existed. */
  sha256: text('sha256'),
  /** Width of an image in pixels; null for videos. */
  width: integer('width'),
  /** Height of an image in pixels; null for videos. */
  height: integer('height'),
  /** When the file was completely stored; null before that. */
  readyAt: instant('ready_at'),
  /**
   * When the file was taken out of its pack or discarded; null before that. Orders may still reference a removed file.
   */
  removedAt: instant('removed_at'),
  createdAt: instant('created_at').notNull().defaultNow(),
});

export type PackFileRow = typeof packFiles.$inferSelect;

/** The files of an order as they were bought. Later changes of the service's pack do not change these rows. */
export const orderPackFiles = pgTable('order_archives', {
  orderId: uuid('payment_id').notNull(),
  archiveId: uuid('archive_id').notNull(),
  position: integer('position').notNull(),
});
