import { instant } from '../../../platform/database/columns.ts';
import { boolean, integer, pgTable, text, uuid } from '../../../platform/database/query-builder.ts';

/** Withdrawals that a payout provider sends; at most one payout for each. */
export const payouts = pgTable('payouts', {
  withdrawalId: uuid('withdrawal_id').primaryKey(),
  provider: text('provider').notNull(),
  /** Sent with every call, so that the provider pays once. */
  idempotencyKey: text('idempotency_key').notNull(),
  /** Null until an answer or a notification of the provider told it. */
  providerPayoutId: text('provider_payout_id'),
  /** The last state that the provider told; null before. */
  status: text('status', { enum: ['pending', 'paid', 'returned', 'failed'] }),
  /** Number of calls that were begun, counted before each call. */
  attempts: integer('attempts').notNull().default(0),
  /** When the first call was begun. */
  sentAt: instant('sent_at'),
  /** Whether no further call may be begun. */
  closed: boolean('closed').notNull().default(false),
  /** When the provider is asked next; null when it is not asked any more. */
  askAt: instant('ask_at'),
  createdAt: instant('created_at').notNull().defaultNow(),
});

export type PayoutRow = typeof payouts.$inferSelect;
