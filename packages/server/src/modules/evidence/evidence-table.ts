import { evidenceCauses } from '@guilda/contract/orders/evidence';
import { bytes, instant } from '../../platform/database/columns.ts';
import { pgTable, text, uuid } from '../../platform/database/query-builder.ts';

/**
 * Records of evidence about orders (`docs/product/evidence.md`). After the insertion of a row only its `closedAt` is
 * set.
 */
export const evidence = pgTable('evidence', {
  id: uuid('id').primaryKey(),
  orderId: uuid('payment_id').notNull(),
  cause: text('cause', { enum: evidenceCauses }).notNull(),
  /** Id of the dispute or chargeback. */
  causeId: uuid('cause_id').notNull(),
  /** JSON in exactly the bytes that were hashed. */
  content: text('content').notNull(),
  /** SHA-256 over `content` in UTF-8. */
  hash: bytes('hash').notNull(),
  /** Hash of the order's last state change before the sealing; null when no state change of the order had a hash. */
  stepHash: bytes('step_hash'),
  sealedAt: instant('sealed_at').notNull(),
  /** When the dispute or chargeback ended; null while it is open. */
  closedAt: instant('closed_at'),
});

export type EvidenceRow = typeof evidence.$inferSelect;
