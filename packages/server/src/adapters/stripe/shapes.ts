import { z } from 'zod';

/** What this adapter reads of Stripe's objects (https://docs.stripe.com/api); the rest is ignored. */

/** The key under which our own objects at Stripe carry the order's id. */
export const ORDER_KEY = 'guilda_order';

/** The key under which a refund at Stripe carries its idempotency key, for longer than Stripe does. */
export const REFUND_KEY = 'guilda_refund';

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
  /** What is on its way back or has gone back by refunds. */
  amount_refunded: centavos,
  disputed: z.boolean(),
  payment_method_details: z
    .object({ type: text, pix: z.object({ bank_transaction_id: text.nullish() }).nullish() })
    .nullable(),
});

export const intentShape = z.object({
  id: intentId,
  object: z.literal('payment_intent'),
  status: text,
  amount_received: centavos,
  currency: text,
  metadata,
  last_payment_error: z.object({}).nullish(),
  latest_charge: charge.nullable(),
});
export type IntentShape = z.infer<typeof intentShape>;

/** A checkout with its payment and that one's newest charge, as {@link expandSession} asks. */
export const sessionShape = z.object({
  id: sessionId,
  object: z.literal('checkout.session'),
  status: z.enum(['open', 'complete', 'expired']),
  amount_total: centavos,
  currency: text,
  metadata,
  payment_intent: intentShape.nullable(),
});
export type SessionShape = z.infer<typeof sessionShape>;

export const expandSession = ['payment_intent.latest_charge'];

/** A checkout that was just made: nobody has paid yet. */
export const newSessionShape = z.object({
  id: sessionId,
  object: z.literal('checkout.session'),
  url: z.url({ protocol: /^https?$/ }).max(8_000),
});

export const productShape = z.object({ id: text, object: z.literal('product'), metadata });

export const refundShape = z.object({
  id: z.string().regex(/^\w{1,255}$/),
  object: z.literal('refund'),
  amount: centavos,
  status: z.enum(['pending', 'requires_action', 'succeeded', 'failed', 'canceled']),
  metadata,
});
export type RefundShape = z.infer<typeof refundShape>;

export const disputeShape = z.object({
  id: text,
  object: z.literal('dispute'),
  amount: centavos,
  status: text,
});

/** A page of a list. */
export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({ object: z.literal('list'), data: z.array(item), has_more: z.boolean() });
