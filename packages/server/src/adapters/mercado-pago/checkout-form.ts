import type { CheckoutRequest } from '../../ports/payment-provider.ts';
import { reaisOf } from './money.ts';

/** A Pix code lives at least so long, in ms. */
const SHORTEST_PIX_MS = 30 * 60_000;

/** Means that are neither Pix nor card; what lies in the buyer's own account cannot be excluded. */
const excluded = ['ticket', 'atm', 'digital_currency'];

/** A date as their texts show it: with an offset rather than `Z`. */
export const dateOf = (at: Date): string => at.toISOString().replace('Z', '+00:00');

const cut = (text: string, length: number) => Array.from(text).slice(0, length).join('');

/**
 * The body of `POST /checkout/preferences`. Of the payer only the e-mail is passed on, which the
 * checkout would ask for. Pix codes are given the least time they can have; closing calls them off.
 */
export function checkoutForm(request: CheckoutRequest, notificationUrl: string, now: Date) {
  const { orderId, reference, title, amount, payer, returnUrl, expiresAt } = request;
  const pixUntil = new Date(Math.max(expiresAt.getTime(), now.getTime() + SHORTEST_PIX_MS));
  return {
    external_reference: orderId,
    items: [
      {
        id: reference,
        title: cut(title, 256),
        quantity: 1,
        currency_id: 'BRL',
        unit_price: reaisOf(amount),
      },
    ],
    ...(payer.email ? { payer: { email: payer.email } } : {}),
    back_urls: { success: returnUrl, pending: returnUrl, failure: returnUrl },
    auto_return: 'approved',
    notification_url: notificationUrl,
    statement_descriptor: cut(reference, 13),
    payment_methods: {
      excluded_payment_types: excluded.map((id) => ({ id })),
      installments: 12,
    },
    expires: true,
    expiration_date_to: dateOf(expiresAt),
    date_of_expiration: dateOf(pixUntil),
  };
}
