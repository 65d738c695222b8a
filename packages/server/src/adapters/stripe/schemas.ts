import { z } from 'zod';

/**
 * The schemas in this file contain only the fields of Stripe's objects that the adapter reads
 * (https://docs.stripe.com/api).
 */

/** Key of an object's metadata that contains the order id. */
export const ORDER_METADATA_KEY = 'guilda_order';

/**
 * Key of a refund's metadata that contains its idempotency key, because Stripe itself forgets idempotency keys after a
 * day.
 */
export const REFUND_METADATA_KEY = 'guilda_refund';

export const sessionId = z.string().regex(/^cs_\w{1,250}$/);

export const intentId = z.string().regex(/^pi_\w{1,250}$/);

const text = z.string().max(5_000);

const centavos = z.int().nonnegative();

const metadata = z
  .record(z.string(), text)
  .nullish()
  .transform((fields) => fields ?? {});

const charge = z.object({
  id: text,
  created: z.int(),
  /** Refunded money in centavos, pending refunds included. */
  amount_refunded: centavos,
  disputed: z.boolean(),
  payment_method_details: z
    .object({ type: text, pix: z.object({ bank_transaction_id: text.nullish() }).nullish() })
    .nullable(),
});

export const intentSchema = z.object({
  id: intentId,
  object: z.literal('payment_intent'),
  status: text,
  amount_received: centavos,
  currency: text,
  metadata,
  last_payment_error: z.object({}).nullish(),
  latest_charge: charge.nullable(),
});
export type PaymentIntent = z.infer<typeof intentSchema>;

/** Schema of a checkout session with its payment and latest charge, both expanded by {@link sessionExpansion}. */
export const sessionSchema = z.object({
  id: sessionId,
  object: z.literal('checkout.session'),
  status: z.enum(['open', 'complete', 'expired']),
  amount_total: centavos,
  currency: text,
  metadata,
  payment_intent: intentSchema.nullable(),
});
export type CheckoutSession = z.infer<typeof sessionSchema>;

export const sessionExpansion = ['payment_intent.latest_charge'];

/** Schema of a checkout session that was just created. */
export const newSessionSchema = z.object({
  id: sessionId,
  object: z.literal('checkout.session'),
  url: z.url({ protocol: /^https?$/ }).max(8_000),
});

export const productSchema = z.object({ id: text, object: z.literal('product'), metadata });

export const refundSchema = z.object({
  id: z.string().regex(/^\w{1,255}$/),
  object: z.literal('refund'),
  amount: centavos,
  status: z.enum(['pending', 'requires_action', 'succeeded', 'failed', 'canceled']),
  metadata,
});
export type StripeRefund = z.infer<typeof refundSchema>;

export const disputeSchema = z.object({
  id: text,
  object: z.literal('dispute'),
  amount: centavos,
  status: text,
  /** Creation time in seconds since 1970. */
  created: z.int(),
  /** `due_by`: until when evidence is accepted, in seconds since 1970; null when none is accepted any more. */
  evidence_details: z.object({ due_by: z.int().nullish() }).nullish(),
});
export type StripeDispute = z.infer<typeof disputeSchema>;

/** Creates the schema of a page of a list. */
export const createListSchema = <T extends z.ZodType>(item: T) =>
  z.object({ object: z.literal('list'), data: z.array(item), has_more: z.boolean() });
