import { z } from 'zod';
import { reaisAmount } from './money.ts';

/*
 * The schemas in this file contain only the fields of Mercado Pago's responses that the adapter reads; the payer's data
 * is never read.
 */

/** Schema of a time with an offset, converted to a `Date`. */
const dateText = z.iso.datetime({ offset: true }).transform((text) => new Date(text));

/** Schema of a text that may be missing; a value of another type counts as missing. */
export const optionalText = z.string().nullish().catch(null);

/** Schema of an id that Mercado Pago sends as a number or as text, converted to text. */
const numberOrText = z
  .union([z.int().positive().transform(String), z.string()])
  .pipe(z.string().regex(/^\d{1,20}$/));

/** Whether a text has the format of a payment id; any other text must not get into a request path. */
export const isPaymentId = (id: string): boolean => /^\d{1,20}$/.test(id);
/** Whether a text has the format of a checkout id; any other text must not get into a request path. */
export const isCheckoutId = (id: string): boolean => /^[\w-]{1,100}$/.test(id);

/** Schema of a checkout (called "preference" by Mercado Pago). */
export const preference = z.object({
  id: z.string().refine(isCheckoutId),
  external_reference: z.string().nullish(),
  init_point: z.url({ protocol: /^https?$/ }),
  date_created: dateText,
  expires: z.boolean().nullish(),
  expiration_date_to: dateText.nullish(),
  items: z.array(z.object({ unit_price: reaisAmount, quantity: z.int().positive() })),
});
export type Preference = z.infer<typeof preference>;

/** Schema of one payment attempt. */
export const payment = z.object({
  id: numberOrText,
  external_reference: z.string().nullish(),
  status: z.string(),
  status_detail: optionalText,
  currency_id: z.literal('BRL'),
  transaction_amount: reaisAmount,
  transaction_amount_refunded: reaisAmount.nullish(),
  payment_type_id: optionalText,
  payment_method_id: optionalText,
  date_created: dateText,
  date_approved: dateText.nullish(),
  date_last_updated: dateText.nullish().catch(null),
  /** Id of the merchant order, which contains the checkout's id. */
  order: z.object({ id: numberOrText }).nullish().catch(null),
  transaction_details: z.object({ transaction_id: optionalText }).nullish().catch(null),
  point_of_interaction: z
    .object({
      transaction_data: z.object({ e2e_id: optionalText, transaction_id: optionalText }).nullish(),
    })
    .nullish()
    .catch(null),
});
export type MercadoPagoPayment = z.infer<typeof payment>;

const foundPreference = z.object({
  id: z.string().refine(isCheckoutId),
  external_reference: optionalText,
});

export const preferenceSearch = z.object({ elements: z.array(foundPreference).nullish() });

/** Schema of a merchant order, which groups the payments of one checkout. */
export const merchantOrder = z.object({
  preference_id: optionalText,
  external_reference: optionalText,
});

export const merchantOrderSearch = z.object({ elements: z.array(merchantOrder).nullish() });

/** Schema of a search result. It keeps all fields, because a rejected payment is not read again by its id. */
export const paymentSearch = z.object({
  results: z.array(
    z.looseObject({ id: numberOrText, external_reference: optionalText, status: z.string() }),
  ),
});

/**
 * Schema of a chargeback (https://www.mercadopago.com.br/developers/en/reference/chargebacks). `coverage_applied` is the
 * decision: true for the shop, false for the buyer, null while no decision exists.
 */
export const chargeback = z.object({
  id: z.union([z.string(), z.number()]).transform(String),
  payments: z.array(numberOrText),
  amount: reaisAmount.nullish().catch(null),
  coverage_applied: z.boolean().nullish(),
  documentation_required: z.boolean().nullish(),
  date_documentation_deadline: dateText.nullish().catch(null),
  date_created: dateText,
});
export type MercadoPagoChargeback = z.infer<typeof chargeback>;

export const chargebackSearch = z.object({ results: z.array(chargeback) });

export const refund = z.object({
  id: z.union([z.int().positive().transform(String), z.string().regex(/^\d{1,20}$/)]),
  status: z.enum(['approved', 'in_process', 'rejected', 'cancelled']),
});
export type MercadoPagoRefund = z.infer<typeof refund>;

const listedRefund = refund.extend({
  amount: reaisAmount,
  date_created: dateText.nullish().catch(null),
});
export type ListedRefund = z.infer<typeof listedRefund>;

/** Schema of all refunds of a payment. */
export const refundList = z.array(listedRefund);
