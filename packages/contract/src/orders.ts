import { decimal, id, idInput, instant, nextCursor, pageQuery } from './common.ts';
import { endpoint } from './endpoint.ts';
import { errors } from './errors.ts';
import { limits } from './limits.ts';
import { z } from './schema.ts';
import { badge } from './users.ts';

/** States of a purchase (`product §5`). */
export const serviceStatuses = [
  'awaiting_payment',
  'awaiting_start',
  'in_progress',
  'complete',
  'cancelled',
  'refunded',
] as const;
export const serviceStatus = z.enum(serviceStatuses, { error: errors.invalid_parameter.text });
export type ServiceStatus = z.infer<typeof serviceStatus>;

/** Who moved an order: its people, the team, the payment provider's word, or the clock. */
export const orderParties = ['buyer', 'seller', 'admin', 'provider', 'system'] as const;

/** One recorded step of an order, for its timeline. */
export const paymentStep = z.object({
  status: serviceStatus,
  at: instant,
  by: z.enum(orderParties),
});

/** A payment is a purchase (`spec §3`); `price` is what was agreed on, whatever the service costs today. */
export const payment = z.object({
  id,
  purchaseCode: z.string(),
  productName: z.string(),
  serviceId: id,
  type: z.enum(['call', 'media']),
  price: decimal,
  /** What is bought is for adults: its picture stays covered until it is pressed (`product §9`). */
  adult: z.boolean(),
  /** Null when it is for adults and the reader's age is not verified. */
  photoURL: z.string().nullable(),
  buyerId: id,
  buyerName: z.string(),
  buyerUsername: z.string(),
  buyerPhotoURL: z.string().nullable(),
  /** Of the moment it is read, like the seller's; none once the account is gone. */
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
  /** The provider's page while the payment is awaited, for its buyer only. */
  checkoutUrl: z.string().nullable(),
  steps: z.array(paymentStep),
  /** Until when it can be paid, while the payment is awaited. */
  expiresAt: instant.nullable(),
  /** When it is refunded by itself, while its start is awaited. */
  startBy: instant.nullable(),
  createdAt: instant,
});
export type Payment = z.infer<typeof payment>;

/** The three shapes of `spec §7`; what the client says of time, person and rating is only checked. */
export const paymentUpdate = z.union(
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
    summary: 'Buy a service; the same Idempotency-Key gives the same payment',
    access: 'user',
    body: z.object({ serviceId: idInput }),
    idempotent: true,
    status: 201,
    output: z.object({ payment, checkoutUrl: z.string().nullable() }),
    errors: [
      'service_not_found',
      'service_unavailable',
      'own_service',
      'adults_only',
      'blocked',
      'idempotency_mismatch',
      'payment_unavailable',
    ],
    limit: 'general',
  }),
  listPayments: endpoint({
    method: 'GET',
    path: '/api/payments',
    summary: 'The own purchases or sales, newest first',
    access: 'user',
    query: pageQuery.extend({
      role: z.enum(['buyer', 'seller'], { error: errors.invalid_parameter.text }).default('buyer'),
      status: serviceStatus.optional(),
      /** Only orders with this person on the other side. */
      partner: idInput.optional(),
    }),
    status: 200,
    output: z.object({ payments: z.array(payment), nextCursor }),
    errors: ['invalid_parameter'],
    limit: 'general',
  }),
  getPayment: endpoint({
    method: 'GET',
    path: '/api/payments/:id',
    summary: 'One purchase, for its buyer and its seller',
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
    summary: 'Start or end the attendance, or note the review (spec §7)',
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
    ],
    limit: 'general',
  }),
};

/** A seller's figures; amounts are decimal text, days are of America/Sao_Paulo (`yyyy-mm-dd`). */
export const salesOverview = z.object({
  /** Sales that wait for the seller to start, and that are under way. */
  awaitingStart: z.number(),
  inProgress: z.number(),
  completed: z.number(),
  /** What completed sales brought, less the fee, for each of the last `days` days, oldest first. */
  income: z.array(z.object({ day: z.string(), amount: decimal })),
  incomeTotal: decimal,
  rating: z.number().nullable(),
  reviewCount: z.number(),
  /** Median time from payment to start over the last 90 days, in ms; null without a start. */
  responseMs: z.number().nullable(),
});
export type SalesOverview = z.infer<typeof salesOverview>;

/** The rest of an order's life (`product §5`, `product §12`). */
export const orderLifeEndpoints = {
  cancelPayment: endpoint({
    method: 'POST',
    path: '/api/payments/:id/cancel',
    summary: 'The buyer gives up an order that is not paid',
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
    summary: 'Give the money back: the seller before the start, the team also during it',
    access: 'user',
    params: paymentParams,
    status: 200,
    output: z.object({ payment }),
    errors: ['order_not_found', 'only_seller_refunds', 'order_wrong_status', 'payment_processed'],
    limit: 'general',
  }),
  getSalesOverview: endpoint({
    method: 'GET',
    path: '/api/sales/overview',
    summary: 'The own figures as a seller',
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
