import { z } from 'zod';

/** Schemas of the payment sandbox's REST API, shared by the sandbox and the adapter that calls it. */

/** Where the API lives below the program's own address. */
export const paymentsSandboxPath = '/sandbox/payments';

/** The API as path segments, for building addresses. */
export const paymentsApiPath = ['sandbox', 'payments', 'v1'] as const;

/** Text that a database can keep: no NUL. */
const storableText = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .refine((value) => !value.includes('\0'));

const webAddress = z.url({ protocol: /^https?$/ }).max(2048);

/** An id made by the sandbox. */
export const paymentsSandboxId = z.string().regex(/^[a-z]{3}_[\w-]{1,64}$/);

export const newCheckout = z.object({
  orderId: storableText(64),
  reference: storableText(40),
  title: storableText(256),
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
});
export type CheckoutResource = z.infer<typeof checkoutResource>;

export const newRefund = z.object({ amount: z.int().positive().max(100_000_000) });

export const refundResource = z.object({
  id: paymentsSandboxId,
  amount: z.int(),
  status: z.literal('succeeded'),
});
export type RefundResource = z.infer<typeof refundResource>;

/** The body of a notification: that something happened to a checkout, never what it is worth. */
export const paymentEventBody = z.object({
  id: paymentsSandboxId,
  type: z.string().max(60),
  createdAt: z.iso.datetime(),
  data: z.object({ checkoutId: paymentsSandboxId }),
});
export type PaymentEventBody = z.infer<typeof paymentEventBody>;
