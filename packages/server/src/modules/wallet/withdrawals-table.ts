import { pixKeyKinds } from '@guilda/contract/pix';
import { withdrawalStatuses } from '@guilda/contract/wallet';
import { bigint, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const withdrawals = pgTable('withdrawals', {
  id: uuid('id').primaryKey(),
  ownerId: uuid('owner_id').notNull(),
  /** Centavos. */
  amount: bigint('amount', { mode: 'number' }).notNull(),
  pixKeyKind: text('pix_key_kind', { enum: pixKeyKinds }).notNull(),
  /** Null once the account is closed and nothing is left to pay. */
  pixKey: text('pix_key'),
  /** What the client calls the request; null when it calls it nothing. */
  idempotencyKey: text('idempotency_key'),
  status: text('status', { enum: withdrawalStatuses }).notNull().default('requested'),
  reason: text('reason'),
  decidedBy: uuid('decided_by'),
  createdAt: instant('created_at').notNull().defaultNow(),
  decidedAt: instant('decided_at'),
});

export type WithdrawalRow = typeof withdrawals.$inferSelect;
