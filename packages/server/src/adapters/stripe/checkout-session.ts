import { createHash } from 'node:crypto';
import type { Stripe } from 'stripe';
import type { Checkout, CheckoutRequest } from '../../ports/payment-provider.ts';
import type { StripeApi, StripeResult } from './api.ts';
import { newSessionSchema, ORDER_METADATA_KEY } from './schemas.ts';

type SessionParams = Stripe.Checkout.SessionCreateParams;

const SECONDS_PER_MINUTE = 60;
/** Stripe's minimum and maximum lifetime of a checkout, in seconds. */
const MIN_LIFETIME_S = 30 * SECONDS_PER_MINUTE;
const MAX_LIFETIME_S = 24 * 60 * SECONDS_PER_MINUTE;
/** Time added for latency and clock skew, in seconds. */
const EXPIRY_MARGIN_S = 2 * SECONDS_PER_MINUTE;

/** Names of optional parameters that Stripe refused; the next request leaves them out. */
type OmittedParams = ReadonlySet<string>;

const clampBetween = (low: number, high: number) => (value: number) =>
  Math.min(Math.max(value, low), high);

function expiryTimestamp(expiresAt: Date, now: number, omittedParams: OmittedParams): number {
  const requestedSeconds = Math.floor(expiresAt.getTime() / 1000);
  const isTooSoon = requestedSeconds < now + MIN_LIFETIME_S || omittedParams.has('expires_at');
  const earliestExpiry = now + MIN_LIFETIME_S + (isTooSoon ? EXPIRY_MARGIN_S : 0);
  return clampBetween(earliestExpiry, now + MAX_LIFETIME_S - EXPIRY_MARGIN_S)(requestedSeconds);
}

function paymentMethodParams(lifetimeSeconds: number, omittedParams: OmittedParams): SessionParams {
  // A buyer may submit the page just before it closes, so the Pix code gets the page's whole lifetime again.
  const pix = {
    expires_after_seconds: clampBetween(SECONDS_PER_MINUTE, MAX_LIFETIME_S)(lifetimeSeconds),
  };
  return {
    // Stripe offers only methods that the account has: without Pix, the checkout accepts cards only.
    allowed_payment_method_types: ['card', 'pix'],
    ...(!omittedParams.has('payment_method_options') && { payment_method_options: { pix } }),
  };
}

/** Parameters of a session; they depend only on the arguments, and `now` is in unix seconds. */
function sessionParams(
  request: CheckoutRequest,
  now: number,
  omittedParams: OmittedParams,
): SessionParams {
  const { orderId, reference, title, amount, payer, returnUrl } = request;
  const metadata = { [ORDER_METADATA_KEY]: orderId, reference };
  const expirySeconds = expiryTimestamp(request.expiresAt, now, omittedParams);
  const email = omittedParams.has('customer_email') ? undefined : payer.email;
  const product_data = { name: title, description: reference };
  return {
    mode: 'payment',
    locale: 'pt-BR',
    client_reference_id: orderId,
    line_items: [
      { quantity: 1, price_data: { currency: 'brl', unit_amount: amount, product_data } },
    ],
    ...paymentMethodParams(expirySeconds - now, omittedParams),
    ...(email && { customer_email: email }),
    // Payers in other countries also see prices in reais.
    adaptive_pricing: { enabled: false },
    // No statement suffix is set: Stripe refuses one that is too long together with the account's own descriptor.
    payment_intent_data: { description: reference, metadata },
    metadata,
    success_url: returnUrl,
    cancel_url: returnUrl,
    expires_at: expirySeconds,
  };
}

/**
 * Idempotency key for creating a session. Stripe rejects a key that is reused with other parameters, and repeats a
 * stored failure for a day. The key therefore contains a digest of the parameters and changes every minute; it only
 * avoids unused duplicate checkouts.
 */
function sessionIdempotencyKey(
  request: CheckoutRequest,
  params: SessionParams,
  now: number,
): string {
  const digestInput = JSON.stringify([params, now]);
  const digest = createHash('sha256').update(digestInput).digest('base64url');
  return `checkout-${request.idempotencyKey.slice(0, 150)}-${digest}`;
}

/** Parameters that are left out of the next request when Stripe refuses them. */
const OPTIONAL_PARAMS = ['expires_at', 'payment_method_options', 'customer_email'];

/**
 * Creates a checkout session for cards and Pix, which the caller registers as the order's. The session expires a little
 * later than requested when the remaining time is below Stripe's minimum.
 */
export async function createCheckoutSession(
  api: StripeApi,
  request: CheckoutRequest,
  time: Date,
): Promise<StripeResult<Checkout>> {
  const currentMinute = Math.floor(time.getTime() / 60_000) * SECONDS_PER_MINUTE;
  const omittedParams = new Set<string>();
  for (;;) {
    const params = sessionParams(request, currentMinute, omittedParams);
    const idempotencyKey = sessionIdempotencyKey(request, params, currentMinute);
    const createdSession = await api('make checkout', newSessionSchema, (stripe, options) =>
      stripe.checkout.sessions.create(params, { ...options, idempotencyKey }),
    );
    if (createdSession.kind === 'done') {
      const { id: providerCheckoutId, url: checkoutUrl } = createdSession.value;
      return { kind: 'done', value: { providerCheckoutId, checkoutUrl } };
    }
    const { param } = createdSession.kind === 'refused' ? createdSession : { param: '' };
    const refusedParam = OPTIONAL_PARAMS.find((name) => param.startsWith(name));
    if (refusedParam === undefined || omittedParams.has(refusedParam)) return createdSession;
    omittedParams.add(refusedParam);
  }
}
