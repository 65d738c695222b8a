import { evidenceCauses } from '@guilda/contract/evidence';
import { bytes, instant } from '../../platform/database/columns.ts';
import { pgTable, text, uuid } from '../../platform/database/query-builder.ts';

/** Sealed records of orders (`docs/product/evidence.md`). Rows are added and closed, never changed otherwise. */
export const evidence = pgTable('evidence', {
  id: uuid('id').primaryKey(),
  paymentId: uuid('payment_id').notNull(),
  cause: text('cause', { enum: evidenceCauses }).notNull(),
  /** Id of the dispute or chargeback. */
  causeId: uuid('cause_id').notNull(),
  /** JSON in exactly the bytes that were hashed. */
  content: text('content').notNull(),
  /** SHA-256 over `content` in UTF-8. */
  hash: bytes('hash').notNull(),
  /** Hash of the order's last step when the record was sealed; null while its chain has no step. */
  stepHash: bytes('step_hash'),
  sealedAt: instant('sealed_at').notNull(),
  /** When the dispute or chargeback was over; null while it is not. */
  closedAt: instant('closed_at'),
});

export type EvidenceRow = typeof evidence.$inferSelect;
