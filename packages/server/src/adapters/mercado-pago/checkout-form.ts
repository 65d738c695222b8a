import type { CheckoutRequest } from '../../ports/payment-provider.ts';
import { toReais } from './money.ts';

/** Minimum lifetime of a Pix code, in ms. */
const MIN_PIX_LIFETIME_MS = 30 * 60_000;

/** Payment types that are excluded so that Pix and cards remain; the buyer's account balance cannot be excluded. */
const excludedPaymentTypes = ['ticket', 'atm', 'digital_currency'];

/** Formats a date as in the API reference: with an offset instead of `Z`. */
export const formatDate = (date: Date): string => date.toISOString().replace('Z', '+00:00');

const truncate = (text: string, length: number) => Array.from(text).slice(0, length).join('');

/**
 * Builds the body of `POST /checkout/preferences`. Of the payer's data only the e-mail is sent, because the checkout
 * would ask for it anyway. A Pix code expires with the checkout, but is valid for at least `MIN_PIX_LIFETIME_MS`.
 */
export function buildPreferenceBody(request: CheckoutRequest, notificationUrl: string, now: Date) {
  const { orderId, reference, title, amount, payer, returnUrl, expiresAt } = request;
  const pixUntil = new Date(Math.max(expiresAt.getTime(), now.getTime() + MIN_PIX_LIFETIME_MS));
  return {
    external_reference: orderId,
    items: [
      {
        id: reference,
        title: truncate(title, 256),
        quantity: 1,
        currency_id: 'BRL',
        unit_price: toReais(amount),
      },
    ],
    ...(payer.email ? { payer: { email: payer.email } } : {}),
    back_urls: { success: returnUrl, pending: returnUrl, failure: returnUrl },
    auto_return: 'approved',
    notification_url: notificationUrl,
    statement_descriptor: truncate(reference, 13),
    payment_methods: {
      excluded_payment_types: excludedPaymentTypes.map((id) => ({ id })),
      installments: 12,
    },
    expires: true,
    expiration_date_to: formatDate(expiresAt),
    date_of_expiration: formatDate(pixUntil),
  };
}
