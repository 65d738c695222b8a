import { bytes, instant } from '../../platform/database/columns.ts';
import { pgTable, uuid } from '../../platform/database/query-builder.ts';

/** Batches of access records of one node, encrypted to the operator's public keys. */
export const accessRecordBatches = pgTable('access_record_batches', {
  id: uuid('id').primaryKey(),
  /** Time of the first record of the batch. */
  firstAt: instant('first_at').notNull(),
  /** Time of the last record of the batch. */
  lastAt: instant('last_at').notNull(),
  sealed: bytes('sealed').notNull(),
});

export type AccessRecordBatch = typeof accessRecordBatches.$inferSelect;

/**
 * Access records of one person that an operator decrypted for the person's data export. Guilda encrypts this copy with
 * its own key.
 */
export const accessRecordCopies = pgTable('access_record_copies', {
  uid: uuid('uid').primaryKey(),
  madeAt: instant('made_at').notNull().defaultNow(),
  sealed: bytes('sealed').notNull(),
});
