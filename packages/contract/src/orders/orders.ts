import { badge } from '../accounts/users.ts';
import { booleanInput, decimal, id, idInput, instant, nextCursor, pageQuery } from '../common.ts';
import { endpoint } from '../endpoint.ts';
import { errors } from '../errors.ts';
import { limits } from '../limits.ts';
import { z } from '../schema.ts';
import { dispute } from './dispute.ts';
import { chargebackStatuses, serviceStatuses } from './order-statuses.ts';
import { seenOffer } from './seen-offer.ts';

/** Schema of the state of an order. */
export const serviceStatus = z.enum(serviceStatuses, { error: errors.invalid_parameter.text });
export type ServiceStatus = z.infer<typeof serviceStatus>;

/**
 * Who changed the state of an order: the buyer, the seller, the team (`admin`), the payment provider by reporting a
 * payment, refund or chargeback, or the server by a timer (`system`).
 */
export const orderParties = ['buyer', 'seller', 'admin', 'provider', 'system'] as const;

/** One state change of an order, for its timeline. */
const paymentStep = z.object({
  status: serviceStatus,
  at: instant,
  by: z.enum(orderParties),
});

/** An order, which the API calls a payment. `price` is what the buyer owes, fixed at checkout: not the service's current price. */
export const payment = z.object({
  id,
  purchaseCode: z.string(),
  productName: z.string(),
  serviceId: id,
  type: z.enum(['call', 'media']),
  price: decimal,
  /** Whether the service is for adults; its picture then stays blurred until clicked. */
  adult: z.boolean(),
  /** Picture of the service; null when the service is for adults and the reader has no valid age check. */
  photoURL: z.string().nullable(),
  buyerId: id,
  buyerName: z.string(),
  buyerUsername: z.string(),
  buyerPhotoURL: z.string().nullable(),
  /** Current badges of the buyer; empty once the buyer's account is deleted. */
  buyerBadges: z.array(badge),
  sellerId: id,
  sellerName: z.string(),
  sellerUsername: z.string(),
  sellerPhotoURL: z.string().nullable(),
  sellerBadges: z.array(badge),
  serviceStatus,
  startedServiceAt: instant.nullable(),
  endedIt: id.nullable(),
  reviewed: z.boolean(),
  rating: z.number().nullable(),
  /** URL of the provider's checkout page while `awaiting_payment`, for the buyer only; else null. */
  checkoutUrl: z.string().nullable(),
  steps: z.array(paymentStep),
  /** Deadline of the payment of an order in `awaiting_payment`; null in other states. */
  expiresAt: instant.nullable(),
  /**
   * Time at which an order in `awaiting_start` is refunded automatically if the seller has not started it; null in
   * other states.
   */
  startBy: instant.nullable(),
  /** Whether the buyer has opened a file of the pack; if so, the buyer cannot refund the order alone any more. */
  packOpened: z.boolean(),
  /**
   * Time at which the held money of a completed order becomes available to the seller. Null when no money is held, and
   * while a dispute of the order is unresolved.
   */
  heldUntil: instant.nullable(),
  /** Amount refunded to the buyer; `"0.00"` without a refund. */
  refundedAmount: decimal,
  /** The dispute of the order; null when there was none. */
  dispute: dispute.nullable(),
  /**
   * Status of the order's chargeback, by which the buyer's bank takes the payment back; null without a chargeback. The
   * state of an order that a chargeback ended is `refunded`.
   */
  chargeback: z.enum(chargebackStatuses).nullable(),
  createdAt: instant,
});
export type Payment = z.infer<typeof payment>;

/**
 * The three changes of an order that clients may request. Times, people and ratings that the client sends are checked,
 * but not stored.
 */
const paymentUpdate = z.union(
  [
    z.strictObject({
      serviceStatus: z.literal('in_progress'),
      startedServiceAt: z.iso.datetime({ offset: true, error: errors.invalid_date.text }),
    }),
    z.strictObject({ serviceStatus: z.literal('complete'), endedIt: idInput }),
    z.strictObject({
      reviewed: z.literal(true),
      rating: z.number().int().min(limits.rating.min).max(limits.rating.max),
    }),
  ],
  { error: errors.invalid_input.text },
);
export type PaymentUpdate = z.output<typeof paymentUpdate>;

const paymentParams = z.object({ id: idInput });

export const orderEndpoints = {
  checkout: endpoint({
    method: 'POST',
    path: '/api/payments/checkout',
    summary:
      'Buy a service; the same Idempotency-Key returns the same payment. Refused with `service_changed` when the service is not as it was `seen`',
    access: 'user',
    requiresAccountAge: true,
    blockedByAgeRequirement: true,
    body: z.object({ serviceId: idInput, seen: seenOffer.optional() }),
    idempotent: true,
    status: 201,
    output: z.object({ payment, checkoutUrl: z.string().nullable() }),
    errors: [
      'service_not_found',
      'service_unavailable',
      'service_changed',
      'own_service',
      'adults_only',
      'blocked',
      'idempotency_mismatch',
      'payment_unavailable',
    ],
    limit: 'orders',
  }),
  listPayments: endpoint({
    method: 'GET',
    path: '/api/payments',
    summary: 'Own orders as buyer or seller, newest first unless `sort` is `oldest`',
    access: 'user',
    query: pageQuery.extend({
      role: z.enum(['buyer', 'seller'], { error: errors.invalid_parameter.text }).default('buyer'),
      status: serviceStatus.optional(),
      /** Uid of a person; restricts the list to orders between the caller and this person. */
      partner: idInput.optional(),
      /** Whether to list only orders with an unresolved dispute. */
      disputed: booleanInput.default(false),
      /** If set, only orders whose review is there, or only orders without one. */
      reviewed: booleanInput.optional(),
      sort: z
        .enum(['newest', 'oldest'], { error: errors.invalid_parameter.text })
        .default('newest'),
    }),
    status: 200,
    output: z.object({ payments: z.array(payment), nextCursor }),
    errors: ['invalid_parameter'],
    limit: 'general',
  }),
  getPayment: endpoint({
    method: 'GET',
    path: '/api/payments/:id',
    summary: 'One order, for its buyer, its seller and the team',
    access: 'user',
    params: paymentParams,
    status: 200,
    output: z.object({ payment }),
    errors: ['order_not_found'],
    limit: 'general',
  }),
  updatePayment: endpoint({
    method: 'PATCH',
    path: '/api/payments/:id/update-payment',
    summary: 'Start or end the attendance, or record the review',
    access: 'user',
    params: paymentParams,
    body: paymentUpdate,
    status: 200,
    output: z.object({ payment }),
    errors: [
      'order_not_found',
      'only_seller_starts',
      'only_buyer_reviews',
      'forbidden',
      'order_wrong_status',
      'dispute_open',
    ],
    limit: 'general',
  }),
};

/**
 * Sales statistics of one seller. Amounts are decimal text; days are `yyyy-mm-dd` in the time zone America/Sao_Paulo.
 */
const salesOverview = z.object({
  /** Number of paid orders that have not started. */
  awaitingStart: z.number(),
  /** Number of orders in progress. */
  inProgress: z.number(),
  /** Number of completed orders. */
  completed: z.number(),
  /** Income of completed orders after the platform fee, one element for each day, oldest first. */
  income: z.array(z.object({ day: z.string(), amount: decimal })),
  incomeTotal: decimal,
  rating: z.number().nullable(),
  reviewCount: z.number(),
  /**
   * Median time from payment to start over the last `limits.usualStartDays` days, in ms; null when no order was
   * started.
   */
  responseMs: z.number().nullable(),
});
export type SalesOverview = z.infer<typeof salesOverview>;

/** Endpoints to cancel and refund an order, and to read sales statistics. */
export const orderActionEndpoints = {
  cancelPayment: endpoint({
    method: 'POST',
    path: '/api/payments/:id/cancel',
    summary: 'Cancel an unpaid order, by its buyer',
    access: 'user',
    params: paymentParams,
    status: 200,
    output: z.object({ payment }),
    errors: ['order_not_found', 'only_buyer_cancels', 'order_wrong_status', 'payment_processed'],
    limit: 'general',
  }),
  refundPayment: endpoint({
    method: 'POST',
    path: '/api/payments/:id/refund',
    summary:
      'Refund an order: the buyer before the start while no file of the pack was opened, the seller before the start, the team also during it, with a confirmation',
    access: 'user',
    params: paymentParams,
    confirmation: 'admin_money',
    status: 200,
    output: z.object({ payment }),
    errors: [
      'order_not_found',
      'confirmation_required',
      'pack_opened',
      'order_wrong_status',
      'payment_processed',
      'dispute_open',
    ],
    limit: 'general',
  }),
  getSalesOverview: endpoint({
    method: 'GET',
    path: '/api/sales/overview',
    summary: 'Own sales statistics',
    access: 'user',
    query: z.object({
      days: z
        .string({ error: errors.invalid_parameter.text })
        .regex(/^(7|30|90)$/, errors.invalid_parameter.text)
        .transform(Number)
        .default(30),
    }),
    status: 200,
    output: salesOverview,
    errors: [],
    limit: 'general',
  }),
};
