import { z } from 'zod';

// This file has the schemas of the payment sandbox's REST API, shared by the sandbox and the adapter that calls it.

/** Path of the sandbox below the program's own URL. */
export const paymentsSandboxPath = '/sandbox/payments';

/** Path of the REST API as segments, for building URLs. */
export const paymentsApiPath = ['sandbox', 'payments', 'v1'] as const;

/** Schema of text that PostgreSQL can store: without NUL. */
const storableText = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .refine((value) => !value.includes('\0'));

const webAddress = z.url({ protocol: /^https?$/ }).max(2048);

/** Schema of an id, which the sandbox makes. */
export const paymentsSandboxId = z.string().regex(/^[a-z]{3}_[\w-]{1,64}$/);

export const newCheckout = z.object({
  orderId: storableText(64),
  reference: storableText(40),
  title: storableText(256),
  /** Name of the seller. */
  seller: storableText(256).optional(),
  amount: z.int().positive().max(100_000_000),
  returnUrl: webAddress,
  expiresAt: z.iso.datetime({ offset: true }),
});
export type NewCheckout = z.infer<typeof newCheckout>;

export const checkoutResource = z.object({
  id: paymentsSandboxId,
  orderId: z.string(),
  reference: z.string(),
  url: webAddress,
  status: z.enum(['pending', 'declined', 'paid', 'expired', 'refunded']),
  amount: z.int(),
  amountPaid: z.int(),
  amountRefunded: z.int(),
  expiresAt: z.iso.datetime(),
  payment: z
    .object({
      id: paymentsSandboxId,
      method: z.enum(['pix', 'card']),
      paidAt: z.iso.datetime(),
      endToEndId: z.string().nullable(),
    })
    .nullable(),
  /** Chargeback by the buyer's bank, with the amount in centavos; null without a chargeback. */
  chargeback: z
    .object({
      id: z.string(),
      status: z.enum(['open', 'lost', 'won']),
      amount: z.int(),
      evidenceBy: z.iso.datetime(),
    })
    .nullable(),
});
export type CheckoutResource = z.infer<typeof checkoutResource>;

export const newRefund = z.object({ amount: z.int().positive().max(100_000_000) });

export const refundResource = z.object({
  id: paymentsSandboxId,
  amount: z.int(),
  status: z.literal('succeeded'),
});
export type RefundResource = z.infer<typeof refundResource>;

/** Schema of a webhook's body: it says that a checkout changed, but never how. */
export const paymentEventBody = z.object({
  id: paymentsSandboxId,
  type: z.string().max(60),
  createdAt: z.iso.datetime(),
  data: z.object({ checkoutId: paymentsSandboxId }),
});
export type PaymentEventBody = z.infer<typeof paymentEventBody>;
