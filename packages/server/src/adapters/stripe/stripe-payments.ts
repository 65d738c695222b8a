import { err, ok, type Result } from '../../platform/result.ts';
import type { Clock } from '../../ports/clock.ts';
import type {
  Checkout,
  CheckoutRequest,
  PaymentProvider,
  PaymentRecord,
  PaymentRef,
} from '../../ports/payment-provider.ts';
import { systemTimers, type Timers } from '../../ports/timers.ts';
import { openStripeApi, type StripeApi, type StripeApiDeps, type StripeResult } from './api.ts';
import { findRegisteredCheckout, registerCheckout } from './checkout-registry.ts';
import { createCheckoutSession } from './checkout-session.ts';
import { createStripeClient, isLiveKey, type StripeClientOptions } from './client.ts';
import { readPaymentRecord } from './payment-record.ts';
import { createRefund } from './refund.ts';
import {
  type CheckoutSession,
  createListSchema,
  intentId,
  sessionExpansion,
  sessionId,
  sessionSchema,
} from './schemas.ts';
import { parseWebhookEvent } from './webhook.ts';

export interface StripePaymentsDeps extends StripeClientOptions {
  /** Signing secret `whsec_…` of the endpoint `/api/payments/webhooks/stripe`. */
  readonly webhookSecret: string;
  readonly clock: Clock;
  readonly timers?: Timers;
  readonly log: StripeApiDeps['log'];
}

/** Creates a payment provider on Stripe's hosted Checkout in BRL: cards, and Pix if the account offers it. */
export function createStripePayments(deps: StripePaymentsDeps): PaymentProvider {
  const { clock, log, timers = systemTimers, secretKey, webhookSecret: secret } = deps;
  const stripe = createStripeClient(deps);
  const live = isLiveKey(secretKey);
  const openApi = () => openStripeApi({ stripe, timers, log });
  return {
    name: 'stripe',

    async createCheckout(request) {
      const opened = await openCheckout(openApi(), request, clock.now());
      return opened.is === 'done' ? ok(opened.value) : err('payment_unavailable');
    },

    parseWebhook: (request) => parseWebhookEvent(request, { secret, live, now: clock.now() }),

    async lookup(ref) {
      const api = openApi();
      return toPortResult(await toPaymentRecord(api, await findSession(api, ref)));
    },

    async refund(request) {
      const result = await createRefund(openApi(), request);
      if (result.is === 'done') return ok(result.value);
      if (result.is === 'refused') return err('payment_processed');
      return err(result.is === 'missing' ? 'not_found' : 'payment_unavailable');
    },

    async expire(ref) {
      const api = openApi();
      const id = await findSessionId(api, ref);
      if (id.is !== 'done') return toPortResult(id);
      const closed = await closeSession(api, id.value);
      // Stripe refuses to close a session that is complete or expired: read it instead.
      const found = closed.is === 'refused' ? await readSession(api, id.value) : closed;
      return toPortResult(await toPaymentRecord(api, found));
    },
  };
}

/**
 * Returns the order's checkout; creates one if the order has none. When two are created concurrently, one is registered
 * and the other is closed before any buyer sees it.
 */
async function openCheckout(
  api: StripeApi,
  request: CheckoutRequest,
  now: Date,
): Promise<StripeResult<Checkout>> {
  const registeredCheckout = await findRegisteredCheckout(api, request.orderId);
  if (registeredCheckout.is !== 'missing') return registeredCheckout;
  const result = await createCheckoutSession(api, request, now);
  if (result.is !== 'done') return result;
  const registered = await registerCheckout(api, request, result.value);
  const ownCheckoutId = result.value.providerCheckoutId;
  if (registered.is === 'done' && registered.value.providerCheckoutId !== ownCheckoutId)
    await closeSession(api, ownCheckoutId);
  return registered;
}

const closeSession = (api: StripeApi, id: string) =>
  api('close checkout', sessionSchema, (stripe, options) =>
    stripe.checkout.sessions.expire(id, { expand: sessionExpansion }, options),
  );

const readSession = (api: StripeApi, id: string) =>
  api('read checkout', sessionSchema, (stripe, options) =>
    stripe.checkout.sessions.retrieve(id, { expand: sessionExpansion }, options),
  );

/**
 * References by order or checkout id, the two ids by which checkouts are found at Stripe; other references name a
 * payment or a chargeback.
 */
type CheckoutIds = Exclude<
  PaymentRef,
  { readonly providerPaymentId: string } | { readonly providerChargebackId: string }
>;

/** Finds the checkout session id that belongs to a payment reference. */
async function findSessionId(
  api: StripeApi,
  { orderId, providerCheckoutId }: CheckoutIds,
): Promise<StripeResult<string>> {
  if (providerCheckoutId) {
    // Orders paid at another provider have checkout ids of another format.
    const { success } = sessionId.safeParse(providerCheckoutId);
    return success ? { is: 'done', value: providerCheckoutId } : { is: 'missing' };
  }
  const registeredCheckout = await findRegisteredCheckout(api, orderId ?? '');
  return registeredCheckout.is === 'done'
    ? { is: 'done', value: registeredCheckout.value.providerCheckoutId }
    : registeredCheckout;
}

async function findSessionByPayment(
  api: StripeApi,
  paymentId: string,
): Promise<StripeResult<CheckoutSession>> {
  if (!intentId.safeParse(paymentId).success) return { is: 'missing' };
  const expand = sessionExpansion.map((path) => `data.${path}`);
  const found = await api('find checkout', createListSchema(sessionSchema), (stripe, options) =>
    stripe.checkout.sessions.list({ payment_intent: paymentId, limit: 1, expand }, options),
  );
  if (found.is !== 'done') return found;
  const [session] = found.value.data;
  return session ? { is: 'done', value: session } : { is: 'missing' };
}

async function findSession(
  api: StripeApi,
  ref: PaymentRef,
): Promise<StripeResult<CheckoutSession>> {
  if ('providerPaymentId' in ref) return findSessionByPayment(api, ref.providerPaymentId);
  // Stripe's events about disputes name the payment, so its chargebacks need no lookup of their own.
  if ('providerChargebackId' in ref) return { is: 'missing' };
  const id = await findSessionId(api, ref);
  return id.is === 'done' ? readSession(api, id.value) : id;
}

const toPaymentRecord = async (
  api: StripeApi,
  found: StripeResult<CheckoutSession>,
): Promise<StripeResult<PaymentRecord>> =>
  found.is === 'done' ? readPaymentRecord(api, found.value) : found;

function toPortResult(
  found: StripeResult<unknown>,
): Result<never, 'payment_unavailable' | 'not_found'>;
function toPortResult<T>(found: StripeResult<T>): Result<T, 'payment_unavailable' | 'not_found'>;
function toPortResult<T>(found: StripeResult<T>): Result<T, 'payment_unavailable' | 'not_found'> {
  if (found.is === 'done') return ok(found.value);
  return err(found.is === 'missing' ? 'not_found' : 'payment_unavailable');
}
