import { disputeOutcomes, disputeReasons, disputeStates } from '@guilda/contract/orders/dispute';
import { instant } from '../../../platform/database/columns.ts';
import {
  boolean,
  customType,
  integer,
  pgTable,
  text,
  uuid,
} from '../../../platform/database/query-builder.ts';
import { transitionParties } from '../lifecycle/order-states.ts';

/** A column of PostgreSQL's type `interval`, read as text. */
const interval = customType<{ data: string }>({ dataType: () => 'interval' });

/** Disputes between buyer and seller, at most one for each order (`docs/product/orders.md`); amounts in centavos. */
export const disputes = pgTable('disputes', {
  id: uuid('id').primaryKey(),
  orderId: uuid('payment_id').notNull(),
  state: text('state', { enum: disputeStates }).notNull().default('open'),
  reason: text('reason', { enum: disputeReasons }).notNull(),
  description: text('description').notNull(),
  openedAt: instant('opened_at').notNull(),
  answerBy: instant('answer_by').notNull(),
  decideBy: instant('decide_by').notNull(),
  /** Clearing time that was left when the dispute was opened; null when the order was in progress. */
  clearingLeft: interval('clearing_left'),
  answeredAt: instant('answered_at'),
  /** Whether the seller accepted; null while there is no answer. */
  accepted: boolean('accepted'),
  answerMessage: text('answer_message'),
  offer: integer('offer'),
  outcome: text('outcome', { enum: disputeOutcomes }),
  refundedAmount: integer('refunded_amount').notNull().default(0),
  resolvedBy: text('resolved_by', { enum: transitionParties }),
  /** Uid of the person who resolved the dispute; null for the provider and the system. */
  resolverId: uuid('resolver_id'),
  decidedAt: instant('decided_at'),
  decisionReason: text('decision_reason'),
  /** When an administrator read the dispute for the first time. */
  viewedAt: instant('viewed_at'),
  /** When buyer and seller were notified that the decision is overdue. */
  overdueNotifiedAt: instant('overdue_notified_at'),
});

export type DisputeRow = typeof disputes.$inferSelect;
