import { instant } from '../../../platform/database/columns.ts';
import { boolean, integer, pgTable, text, uuid } from '../../../platform/database/query-builder.ts';

/** Withdrawals that a payout provider sends; at most one payout for each. */
export const payouts = pgTable('payouts', {
  withdrawalId: uuid('withdrawal_id').primaryKey(),
  provider: text('provider').notNull(),
  /** Key that is sent with every call, so that the provider pays only once. */
  idempotencyKey: text('idempotency_key').notNull(),
  /** The provider's id of the payout; null until an answer or a notification contains it. */
  providerPayoutId: text('provider_payout_id'),
  /** The last state that the provider reported; null before the first report. */
  status: text('status', { enum: ['pending', 'paid', 'returned', 'failed'] }),
  /** Number of started calls; each call is counted before it starts. */
  attempts: integer('attempts').notNull().default(0),
  /** When the first call started. */
  sentAt: instant('sent_at'),
  /** Whether no further call may start. */
  closed: boolean('closed').notNull().default(false),
  /** Time of the next lookup at the provider; null when no further lookup is needed. */
  nextLookupAt: instant('ask_at'),
  createdAt: instant('created_at').notNull().defaultNow(),
});

export type PayoutRow = typeof payouts.$inferSelect;
