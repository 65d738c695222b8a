import { chargebackStatuses, serviceStatuses } from '@guilda/contract/orders/order-statuses';
import { categorySlugs } from '@guilda/contract/services/categories';
import { bytes, instant } from '../../platform/database/columns.ts';
import {
  boolean,
  integer,
  pgTable,
  smallint,
  text,
  uuid,
} from '../../platform/database/query-builder.ts';
import { transitionParties } from './lifecycle/order-states.ts';

/**
 * Orders. The table is named `payments`, as the API calls orders. Name, type, price (centavos) and picture are copies
 * from the service at the time of the order.
 */
export const orders = pgTable('payments', {
  id: uuid('id').primaryKey(),
  purchaseCode: text('purchase_code').notNull(),
  buyerId: uuid('buyer_id').notNull(),
  sellerId: uuid('seller_id').notNull(),
  serviceId: uuid('service_id').notNull(),
  productName: text('product_name').notNull(),
  type: text('type', { enum: ['call', 'media'] }).notNull(),
  price: integer('price').notNull(),
  photoURL: text('photo_url').notNull(),
  /** Whether the service was for adults when ordered or became so later. Only a mark set by the team can be removed. */
  adult: boolean('adult').notNull().default(false),
  /** Whether the order is for adults only because the team decided so about its service. */
  adultByTeam: boolean('adult_by_team').notNull().default(false),
  serviceStatus: text('service_status', { enum: serviceStatuses }).notNull(),
  idempotencyKey: text('idempotency_key').notNull(),
  provider: text('provider'),
  providerCheckoutId: text('provider_checkout_id'),
  providerPaymentId: text('provider_payment_id'),
  checkoutUrl: text('checkout_url'),
  amountPaid: integer('amount_paid'),
  amountRefunded: integer('amount_refunded').notNull().default(0),
  amountTakenBack: integer('amount_taken_back').notNull().default(0),
  /**
   * Centavos of the payment that no refund may return: what open and lost chargebacks take back and, in a refunded
   * order, what seller and platform keep after the bank decided a chargeback for the seller.
   */
  chargedBack: integer('charged_back').notNull().default(0),
  /** Status of the newest chargeback; null when there is none. */
  chargebackStatus: text('chargeback_status', { enum: chargebackStatuses }),
  paidAt: instant('paid_at'),
  startBy: instant('start_by'),
  /**
   * When the seller's part becomes available; null before completion, during a dispute, and after it has become
   * available.
   */
  heldUntil: instant('held_until'),
  /** The dispute of the order while it is unresolved; null otherwise. */
  openDisputeId: uuid('open_dispute_id'),
  /** Centavos that a dispute gave back to the buyer while the order stays complete. */
  refundedPart: integer('refunded_part').notNull().default(0),
  startedServiceAt: instant('started_service_at'),
  /** When the buyer first received bytes of a file of the pack. */
  packOpenedAt: instant('pack_opened_at'),
  endedAt: instant('ended_at'),
  endedIt: uuid('ended_it'),
  reviewed: boolean('reviewed').notNull().default(false),
  rating: smallint('rating'),
  expiresAt: instant('expires_at').notNull(),
  /** When the order is looked up at the provider again; null when no lookup is due any more. */
  nextLookupAt: instant('ask_at'),
  createdAt: instant('created_at').notNull().defaultNow(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
});

export type OrderRow = typeof orders.$inferSelect;

export const orderSteps = pgTable('payment_steps', {
  id: uuid('id').primaryKey(),
  orderId: uuid('payment_id').notNull(),
  status: text('status', { enum: serviceStatuses }).notNull(),
  actor: text('actor', { enum: transitionParties }).notNull(),
  actorId: uuid('actor_id'),
  at: instant('at').notNull(),
  /** Number of the step within its order, from 1. Null in a step without a hash. */
  seq: smallint('seq'),
  /** Hash of the previous hashed step of the order; null in the first hashed step. */
  prevHash: bytes('prev_hash'),
  /** SHA-256 over the fields of the step and `prev_hash`; null in steps that an older version wrote. */
  hash: bytes('hash'),
});

/**
 * The fields of the sold service that the order itself does not copy. Orders of older versions have no row here. The
 * files are in `order_archives`.
 */
export const soldServices = pgTable('sold_services', {
  orderId: uuid('payment_id').primaryKey(),
  category: text('category', { enum: categorySlugs }).notNull(),
  description: text('description').notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
});

/** Why a refund was made. */
const refundReasons = [
  'buyer',
  'seller',
  'admin',
  'not_started',
  'late',
  'wrong_amount',
  'overpaid',
  'account_closed',
  'dispute',
] as const;

/** Refunds; amounts in centavos. Id and attempt together make the idempotency key for the provider. */
export const refunds = pgTable('refunds', {
  id: uuid('id').primaryKey(),
  orderId: uuid('payment_id').notNull(),
  amount: integer('amount').notNull(),
  reason: text('reason', { enum: refundReasons }).notNull(),
  status: text('status', { enum: ['pending', 'succeeded', 'failed'] })
    .notNull()
    .default('pending'),
  providerRefundId: text('provider_refund_id'),
  /** When the current series of retries began. */
  triedFrom: instant('tried_from').notNull(),
  /** Number of attempts that the provider has finally refused. */
  attempt: smallint('attempt').notNull().default(0),
  /** Uid of the administrator who recorded that the refund was paid in another way. */
  settledBy: uuid('settled_by'),
  /** Whether an administrator has handled the refund. */
  byTeam: boolean('by_team').notNull().default(false),
  createdAt: instant('created_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
});

export type RefundRow = typeof refunds.$inferSelect;

export const webhookEvents = pgTable('webhook_events', {
  provider: text('provider').notNull(),
  eventId: text('event_id').notNull(),
  receivedAt: instant('received_at').notNull().defaultNow(),
});
