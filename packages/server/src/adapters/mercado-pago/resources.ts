import { z } from 'zod';
import { money } from './money.ts';

/**
 * What is read of Mercado Pago's answers, by its API reference; amounts come out in centavos. Fields
 * that nothing here needs, the payer's among them, are never looked at.
 */

const date = z.iso.datetime({ offset: true }).transform((text) => new Date(text));

const text = z.string().nullish().catch(null);

/** A payment's number, as text: it stands in addresses and in our database. */
const number = z
  .union([z.int().positive().transform(String), z.string()])
  .pipe(z.string().regex(/^\d{1,20}$/));

/** What an id of theirs may look like, so that nothing else gets into an address. */
export const isPaymentId = (id: string): boolean => /^\d{1,20}$/.test(id);
export const isCheckoutId = (id: string): boolean => /^[\w-]{1,100}$/.test(id);

/** A checkout: what is asked of whom, where and until when. */
export const preference = z.object({
  id: z.string().refine(isCheckoutId),
  external_reference: z.string().nullish(),
  init_point: z.url({ protocol: /^https?$/ }),
  date_created: date,
  expires: z.boolean().nullish(),
  expiration_date_to: date.nullish(),
  items: z.array(z.object({ unit_price: money, quantity: z.int().positive() })),
});
export type Preference = z.infer<typeof preference>;

/** One attempt to pay a checkout. */
export const payment = z.object({
  id: number,
  external_reference: z.string().nullish(),
  status: z.string(),
  status_detail: text,
  currency_id: z.literal('BRL'),
  transaction_amount: money,
  transaction_amount_refunded: money.nullish(),
  payment_type_id: text,
  payment_method_id: text,
  date_created: date,
  date_approved: date.nullish(),
  /** Their order, which names the checkout. */
  order: z.object({ id: number }).nullish().catch(null),
  transaction_details: z.object({ transaction_id: text }).nullish().catch(null),
  point_of_interaction: z
    .object({ transaction_data: z.object({ e2e_id: text, transaction_id: text }).nullish() })
    .nullish()
    .catch(null),
});
export type Payment = z.infer<typeof payment>;

const named = z.object({ id: z.string().refine(isCheckoutId), external_reference: text });

export const preferenceSearch = z.object({ elements: z.array(named).nullish() });

/** Their order: what was paid at one checkout. */
export const merchantOrder = z.object({ preference_id: text, external_reference: text });

export const merchantOrderSearch = z.object({ elements: z.array(merchantOrder).nullish() });

/** Payments of all kinds may be among them, so each is read further by itself. */
export const paymentSearch = z.object({
  results: z.array(z.looseObject({ id: number, external_reference: text, status: z.string() })),
});

export const refund = z.object({
  id: z.union([z.int().positive().transform(String), z.string().regex(/^\d{1,20}$/)]),
  status: z.enum(['approved', 'in_process', 'rejected', 'cancelled']),
});
export type RefundResource = z.infer<typeof refund>;
