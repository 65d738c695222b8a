import { serviceStatuses } from '@guilda/contract/orders';
import { boolean, integer, pgTable, smallint, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { parties } from './order-states.ts';

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** Purchases; the name, type, price (centavos) and picture are what was agreed on. */
export const payments = pgTable('payments', {
  id: uuid('id').primaryKey(),
  purchaseCode: text('purchase_code').notNull(),
  buyerId: uuid('buyer_id').notNull(),
  sellerId: uuid('seller_id').notNull(),
  serviceId: uuid('service_id').notNull(),
  productName: text('product_name').notNull(),
  type: text('type', { enum: ['call', 'media'] }).notNull(),
  price: integer('price').notNull(),
  photoURL: text('photo_url').notNull(),
  /** What it buys is for adults, or was so at any time since. */
  adult: boolean('adult').notNull().default(false),
  serviceStatus: text('service_status', { enum: serviceStatuses }).notNull(),
  idempotencyKey: text('idempotency_key').notNull(),
  provider: text('provider'),
  providerCheckoutId: text('provider_checkout_id'),
  providerPaymentId: text('provider_payment_id'),
  checkoutUrl: text('checkout_url'),
  amountPaid: integer('amount_paid'),
  amountRefunded: integer('amount_refunded').notNull().default(0),
  amountTakenBack: integer('amount_taken_back').notNull().default(0),
  paidAt: instant('paid_at'),
  startBy: instant('start_by'),
  startedServiceAt: instant('started_service_at'),
  endedAt: instant('ended_at'),
  endedIt: uuid('ended_it'),
  reviewed: boolean('reviewed').notNull().default(false),
  rating: smallint('rating'),
  expiresAt: instant('expires_at').notNull(),
  /** When the provider is asked about it again; null for never. */
  askAt: instant('ask_at'),
  createdAt: instant('created_at').notNull().defaultNow(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
});

export type PaymentRow = typeof payments.$inferSelect;

export const paymentSteps = pgTable('payment_steps', {
  id: uuid('id').primaryKey(),
  paymentId: uuid('payment_id').notNull(),
  status: text('status', { enum: serviceStatuses }).notNull(),
  actor: text('actor', { enum: parties }).notNull(),
  actorId: uuid('actor_id'),
  at: instant('at').notNull(),
});

/** Why money goes back. */
const refundReasons = [
  'seller',
  'admin',
  'not_started',
  'late',
  'wrong_amount',
  'overpaid',
  'account_closed',
] as const;

/** Money on its way back, in centavos; the id, with the attempt, is the key at the provider. */
export const refunds = pgTable('refunds', {
  id: uuid('id').primaryKey(),
  paymentId: uuid('payment_id').notNull(),
  amount: integer('amount').notNull(),
  reason: text('reason', { enum: refundReasons }).notNull(),
  status: text('status', { enum: ['pending', 'succeeded', 'failed'] })
    .notNull()
    .default('pending'),
  providerRefundId: text('provider_refund_id'),
  /** Since when the provider is asked. */
  triedFrom: instant('tried_from').notNull(),
  /** How often the provider has said for good that it does not. */
  attempt: smallint('attempt').notNull().default(0),
  /** Who noted that it went back by another way. */
  settledBy: uuid('settled_by'),
  /** The team had to do with it. */
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
