import { createHash } from 'node:crypto';
import type { Stripe } from 'stripe';
import type { Checkout, CheckoutRequest } from '../../ports/payment-provider.ts';
import type { Ask, Outcome } from './asking.ts';
import { newSessionShape, ORDER_KEY } from './shapes.ts';

type Params = Stripe.Checkout.SessionCreateParams;

const MINUTE_S = 60;
/** The soonest and the latest after its making that a checkout may expire, in seconds. */
const SOONEST_S = 30 * MINUTE_S;
const LATEST_S = 24 * 60 * MINUTE_S;
/** For the way there, and clocks that differ, in seconds. */
const MARGIN_S = 2 * MINUTE_S;

/** What Stripe has refused of a request, which then goes without. */
type Without = ReadonlySet<string>;

const between = (low: number, high: number) => (value: number) =>
  Math.min(Math.max(value, low), high);

function expiryOf(expiresAt: Date, now: number, without: Without): number {
  const asked = Math.floor(expiresAt.getTime() / 1000);
  const tight = asked < now + SOONEST_S || without.has('expires_at');
  const soonest = now + SOONEST_S + (tight ? MARGIN_S : 0);
  return between(soonest, now + LATEST_S - MARGIN_S)(asked);
}

function meansOf(seconds: number, without: Without): Params {
  // The page may be filled in just before it closes: a Pix code then lives as long again at most.
  const pix = { expires_after_seconds: between(MINUTE_S, LATEST_S)(seconds) };
  return {
    // Of what the account offers; one without Pix takes cards alone.
    allowed_payment_method_types: ['card', 'pix'],
    ...(!without.has('payment_method_options') && { payment_method_options: { pix } }),
  };
}

/** Everything is told by the order and by `now`, in unix seconds. */
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
    ...meansOf(expires - now, without),
    ...(email && { customer_email: email }),
    // Prices are in reais and stay so.
    adaptive_pricing: { enabled: false },
    // What a payer reads on a card's statement is the account's own line: a code after it that is too
    // long for the two together would be refused.
    payment_intent_data: { description: reference, metadata },
    metadata,
    success_url: returnUrl,
    cancel_url: returnUrl,
    expires_at: expires,
  };
}

/**
 * Other words under one key are an error, and so is, for a day, a failure that Stripe keeps under it.
 * So the key says what is asked, and lasts a minute: it only spares checkouts that nobody will see.
 */
function keyOf(request: CheckoutRequest, params: Params, now: number): string {
  const words = JSON.stringify([params, now]);
  const digest = createHash('sha256').update(words).digest('base64url');
  return `checkout-${request.idempotencyKey.slice(0, 150)}-${digest}`;
}

/** Parts of a request that a checkout can do without, should Stripe refuse them. */
const OPTIONAL = ['expires_at', 'payment_method_options', 'customer_email'];

/**
 * Makes a checkout that nobody knows of yet, by cards and Pix. It lives a little longer than asked
 * where the time left is at Stripe's limit.
 */
export async function makeCheckout(
  ask: Ask,
  request: CheckoutRequest,
  time: Date,
): Promise<Outcome<Checkout>> {
  const now = Math.floor(time.getTime() / 60_000) * MINUTE_S;
  const without = new Set<string>();
  for (;;) {
    const params = paramsOf(request, now, without);
    const idempotencyKey = keyOf(request, params, now);
    const made = await ask('make checkout', newSessionShape, (stripe, options) =>
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
