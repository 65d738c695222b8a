import { archiveTypes } from '@guilda/contract/packs';
import { instant } from '../../platform/database/columns.ts';
import { bigint, integer, pgTable, text, uuid } from '../../platform/database/query-builder.ts';

/** Kinds of pack files, in the order in which services list them. */
export const packFileKinds = ['JPG', 'PNG', 'GIF', 'MP4'] as const;

export const packFiles = pgTable('archives', {
  id: uuid('id').primaryKey(),
  ownerId: uuid('owner_id').notNull(),
  /** Null while the file waits for a service. */
  serviceId: uuid('service_id'),
  position: integer('position').notNull().default(0),
  name: text('name').notNull(),
  kind: text('kind', { enum: packFileKinds }).notNull(),
  type: text('type', { enum: archiveTypes }).notNull(),
  /** Bytes. */
  size: bigint('size', { mode: 'number' }).notNull(),
  /** Bytes of file and preview; null in rows written before this column existed. */
  storedBytes: bigint('stored_bytes', { mode: 'number' }),
  /** Pixels, of images. */
  width: integer('width'),
  height: integer('height'),
  /** Null until the file is completely stored. */
  readyAt: instant('ready_at'),
  /** Set when it left its pack or was discarded; orders may still reference it. */
  removedAt: instant('removed_at'),
  createdAt: instant('created_at').notNull().defaultNow(),
});

export type PackFileRow = typeof packFiles.$inferSelect;

/** The pack of an order as it was bought, whatever happens to the service's pack. */
export const orderPackFiles = pgTable('order_archives', {
  paymentId: uuid('payment_id').notNull(),
  archiveId: uuid('archive_id').notNull(),
  position: integer('position').notNull(),
});
