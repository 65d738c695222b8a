import { pixKeyKinds } from '@guilda/contract/money/pix';
import { bytes, instant } from '../../../platform/database/columns.ts';
import { bigint, boolean, pgTable, text, uuid } from '../../../platform/database/query-builder.ts';
import { withdrawalRowStatuses } from './withdrawal-states.ts';

export const withdrawals = pgTable('withdrawals', {
  id: uuid('id').primaryKey(),
  ownerId: uuid('owner_id').notNull(),
  /** Amount in centavos. */
  amount: bigint('amount', { mode: 'number' }).notNull(),
  pixKeyKind: text('pix_key_kind', { enum: pixKeyKinds }).notNull(),
  /** The normalised Pix key; null when the account is closed and the withdrawal is decided. */
  pixKey: text('pix_key'),
  /**
   * Whether the Pix key is the CPF of the payout profile; null for withdrawals requested before payout profiles
   * existed.
   */
  pixKeyMatches: boolean('pix_key_matches'),
  /**
   * Name and CPF of the payout profile at the time of the request, encrypted. Null for withdrawals requested before
   * payout profiles existed, and when the account is closed and the withdrawal is decided.
   */
  payee: bytes('payee'),
  /** The client's `Idempotency-Key`; null when the client sent none. */
  idempotencyKey: text('idempotency_key'),
  status: text('status', { enum: withdrawalRowStatuses }).notNull().default('requested'),
  reason: text('reason'),
  /** Uid of the first of the two administrators who approve a large withdrawal. */
  firstApprovedBy: uuid('first_approved_by'),
  firstApprovedAt: instant('first_approved_at'),
  decidedBy: uuid('decided_by'),
  createdAt: instant('created_at').notNull().defaultNow(),
  decidedAt: instant('decided_at'),
});

export type WithdrawalRow = typeof withdrawals.$inferSelect;
