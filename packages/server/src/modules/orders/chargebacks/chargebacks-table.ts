import { chargebackStatuses, serviceStatuses } from '@guilda/contract/orders/order-statuses';
import { instant } from '../../../platform/database/columns.ts';
import { integer, pgTable, text, uuid } from '../../../platform/database/query-builder.ts';

/** Chargebacks of orders, as the payment provider reports them; amounts in centavos. */
export const chargebacks = pgTable('chargebacks', {
  id: uuid('id').primaryKey(),
  orderId: uuid('payment_id').notNull(),
  providerChargebackId: text('provider_chargeback_id').notNull(),
  /** The provider's own id of a chargeback whose `providerChargebackId` is provisional; null while it is unknown. */
  providerCaseId: text('provider_case_id'),
  /** `card`: a chargeback of a card payment; `pix`: the contestation of a Pix (MED). */
  kind: text('kind', { enum: ['card', 'pix'] }).notNull(),
  /** Amount that the bank takes back. */
  amount: integer('amount').notNull(),
  status: text('status', { enum: chargebackStatuses }).notNull(),
  /** Time until which the provider accepts evidence; null when the provider names no deadline. */
  evidenceBy: instant('evidence_by'),
  /** State of the order when the chargeback was applied, before the chargeback ended it. */
  orderStatus: text('order_status', { enum: serviceStatuses }).notNull(),
  /** Amount that the ledger returned to the buyer; 0 when the money of the order had been returned before. */
  reversed: integer('reversed').notNull().default(0),
  /** Amount that the ledger gave back to seller and platform after the bank decided for the seller. */
  restored: integer('restored').notNull().default(0),
  createdAt: instant('created_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
  decidedAt: instant('decided_at'),
});

export type ChargebackRow = typeof chargebacks.$inferSelect;
export type ChargebackStatus = ChargebackRow['status'];
