import { pixKeyKinds } from '@guilda/contract/pix';
import { instant } from '../../../platform/database/columns.ts';
import { bigint, pgTable, text, uuid } from '../../../platform/database/query-builder.ts';
import { withdrawalRowStatuses } from './withdrawal-states.ts';

export const withdrawals = pgTable('withdrawals', {
  id: uuid('id').primaryKey(),
  ownerId: uuid('owner_id').notNull(),
  /** In centavos. */
  amount: bigint('amount', { mode: 'number' }).notNull(),
  pixKeyKind: text('pix_key_kind', { enum: pixKeyKinds }).notNull(),
  /** The normalised Pix key; null when the account is closed and the withdrawal is decided. */
  pixKey: text('pix_key'),
  /** The client's `Idempotency-Key`; null when the client sent none. */
  idempotencyKey: text('idempotency_key'),
  status: text('status', { enum: withdrawalRowStatuses }).notNull().default('requested'),
  reason: text('reason'),
  decidedBy: uuid('decided_by'),
  createdAt: instant('created_at').notNull().defaultNow(),
  decidedAt: instant('decided_at'),
});

export type WithdrawalRow = typeof withdrawals.$inferSelect;
