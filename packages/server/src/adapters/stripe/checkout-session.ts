import { createHash } from 'node:crypto';
import type { Stripe } from 'stripe';
import type { Checkout, CheckoutRequest } from '../../ports/payment-provider.ts';
import type { StripeApi, StripeResult } from './api.ts';
import { newSessionSchema, ORDER_KEY } from './schemas.ts';

type Params = Stripe.Checkout.SessionCreateParams;

const MINUTE_S = 60;
/** Stripe's minimum and maximum lifetime of a checkout, in seconds. */
const SOONEST_S = 30 * MINUTE_S;
const LATEST_S = 24 * 60 * MINUTE_S;
/** Allowance for latency and clock skew, in seconds. */
const MARGIN_S = 2 * MINUTE_S;

/** Optional parameters that Stripe refused and that are left out of the next request. */
type Without = ReadonlySet<string>;

const between = (low: number, high: number) => (value: number) =>
  Math.min(Math.max(value, low), high);

function expiryOf(expiresAt: Date, now: number, without: Without): number {
  const asked = Math.floor(expiresAt.getTime() / 1000);
  const tight = asked < now + SOONEST_S || without.has('expires_at');
  const soonest = now + SOONEST_S + (tight ? MARGIN_S : 0);
  return between(soonest, now + LATEST_S - MARGIN_S)(asked);
}

function paymentMethodsOf(seconds: number, without: Without): Params {
  // The page may be submitted just before it closes; a Pix code lives as long again at most.
  const pix = { expires_after_seconds: between(MINUTE_S, LATEST_S)(seconds) };
  return {
    // Limited to what the account offers: without Pix it takes cards only.
    allowed_payment_method_types: ['card', 'pix'],
    ...(!without.has('payment_method_options') && { payment_method_options: { pix } }),
  };
}

/** Parameters, determined by the order and `now` (unix seconds) alone. */
function paramsOf(request: CheckoutRequest, now: number, without: Without): Params {
  const { orderId, reference, title, amount, payer, returnUrl } = request;
  const metadata = { [ORDER_KEY]: orderId, reference };
  const expires = expiryOf(request.expiresAt, now, without);
  const email = without.has('customer_email') ? undefined : payer.email;
  const product_data = { name: title, description: reference };
  return {
    mode: 'payment',
    locale: 'pt-BR',
    client_reference_id: orderId,
    line_items: [
      { quantity: 1, price_data: { currency: 'brl', unit_amount: amount, product_data } },
    ],
    ...paymentMethodsOf(expires - now, without),
    ...(email && { customer_email: email }),
    // Prices stay in reais for payers in other countries.
    adaptive_pricing: { enabled: false },
    // No statement suffix: Stripe refuses one that is too long together with the account's own descriptor.
    payment_intent_data: { description: reference, metadata },
    metadata,
    success_url: returnUrl,
    cancel_url: returnUrl,
    expires_at: expires,
  };
}

/**
 * Stripe rejects a key with other parameters, and repeats a stored failure for a day. The key therefore
 * contains a digest of the parameters and changes every minute; it only avoids unused duplicate checkouts.
 */
function keyOf(request: CheckoutRequest, params: Params, now: number): string {
  const words = JSON.stringify([params, now]);
  const digest = createHash('sha256').update(words).digest('base64url');
  return `checkout-${request.idempotencyKey.slice(0, 150)}-${digest}`;
}

/** Parameters that are left out when Stripe refuses them. */
const OPTIONAL = ['expires_at', 'payment_method_options', 'customer_email'];

/**
 * Creates a checkout session for cards and Pix, which is not registered as the order's yet. It expires a
 * little later than requested where the remaining time is below Stripe's minimum.
 */
export async function createCheckoutSession(
  api: StripeApi,
  request: CheckoutRequest,
  time: Date,
): Promise<StripeResult<Checkout>> {
  const now = Math.floor(time.getTime() / 60_000) * MINUTE_S;
  const without = new Set<string>();
  for (;;) {
    const params = paramsOf(request, now, without);
    const idempotencyKey = keyOf(request, params, now);
    const made = await api('make checkout', newSessionSchema, (stripe, options) =>
      stripe.checkout.sessions.create(params, { ...options, idempotencyKey }),
    );
    if (made.is === 'done') {
      const { id: providerCheckoutId, url: checkoutUrl } = made.value;
      return { is: 'done', value: { providerCheckoutId, checkoutUrl } };
    }
    const { param } = made.is === 'refused' ? made : { param: '' };
    const refused = OPTIONAL.find((name) => param.startsWith(name));
    if (refused === undefined || without.has(refused)) return made;
    without.add(refused);
  }
}
