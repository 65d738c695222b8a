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
  const isLive = isLiveKey(secretKey);
  const openApi = () => openStripeApi({ stripe, timers, log });
  return {
    name: 'stripe',

    async createCheckout(request) {
      const openedCheckout = await openCheckout(openApi(), request, clock.now());
      return openedCheckout.kind === 'done' ? ok(openedCheckout.value) : err('payment_unavailable');
    },

    parseWebhook: (request) =>
      parseWebhookEvent(request, { secret, live: isLive, now: clock.now() }),

    async lookup(ref) {
      const api = openApi();
      return toPortResult(await toPaymentRecord(api, await findSession(api, ref)));
    },

    async refund(request) {
      const createdRefund = await createRefund(openApi(), request);
      if (createdRefund.kind === 'done') return ok(createdRefund.value);
      if (createdRefund.kind === 'refused') return err('payment_processed');
      return err(createdRefund.kind === 'missing' ? 'not_found' : 'payment_unavailable');
    },

    async expire(ref) {
      const api = openApi();
      const id = await findSessionId(api, ref);
      if (id.kind !== 'done') return toPortResult(id);
      const closeResult = await closeSession(api, id.value);
      // Stripe refuses to close a session that is complete or expired: read it instead.
      const sessionResult =
        closeResult.kind === 'refused' ? await readSession(api, id.value) : closeResult;
      return toPortResult(await toPaymentRecord(api, sessionResult));
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
  if (registeredCheckout.kind !== 'missing') return registeredCheckout;
  const createdCheckout = await createCheckoutSession(api, request, now);
  if (createdCheckout.kind !== 'done') return createdCheckout;
  const registration = await registerCheckout(api, request, createdCheckout.value);
  const ownCheckoutId = createdCheckout.value.providerCheckoutId;
  if (registration.kind === 'done' && registration.value.providerCheckoutId !== ownCheckoutId)
    await closeSession(api, ownCheckoutId);
  return registration;
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
    return success ? { kind: 'done', value: providerCheckoutId } : { kind: 'missing' };
  }
  const registeredCheckout = await findRegisteredCheckout(api, orderId ?? '');
  return registeredCheckout.kind === 'done'
    ? { kind: 'done', value: registeredCheckout.value.providerCheckoutId }
    : registeredCheckout;
}

async function findSessionByPayment(
  api: StripeApi,
  paymentId: string,
): Promise<StripeResult<CheckoutSession>> {
  if (!intentId.safeParse(paymentId).success) return { kind: 'missing' };
  const expand = sessionExpansion.map((path) => `data.${path}`);
  const sessionList = await api(
    'find checkout',
    createListSchema(sessionSchema),
    (stripe, options) =>
      stripe.checkout.sessions.list({ payment_intent: paymentId, limit: 1, expand }, options),
  );
  if (sessionList.kind !== 'done') return sessionList;
  const [session] = sessionList.value.data;
  return session ? { kind: 'done', value: session } : { kind: 'missing' };
}

async function findSession(
  api: StripeApi,
  ref: PaymentRef,
): Promise<StripeResult<CheckoutSession>> {
  if ('providerPaymentId' in ref) return findSessionByPayment(api, ref.providerPaymentId);
  // Stripe's events about disputes name the payment, so no reference by chargeback id comes from Stripe.
  if ('providerChargebackId' in ref) return { kind: 'missing' };
  const id = await findSessionId(api, ref);
  return id.kind === 'done' ? readSession(api, id.value) : id;
}

const toPaymentRecord = async (
  api: StripeApi,
  sessionResult: StripeResult<CheckoutSession>,
): Promise<StripeResult<PaymentRecord>> =>
  sessionResult.kind === 'done' ? readPaymentRecord(api, sessionResult.value) : sessionResult;

function toPortResult(
  stripeResult: StripeResult<unknown>,
): Result<never, 'payment_unavailable' | 'not_found'>;
function toPortResult<T>(
  stripeResult: StripeResult<T>,
): Result<T, 'payment_unavailable' | 'not_found'>;
function toPortResult<T>(
  stripeResult: StripeResult<T>,
): Result<T, 'payment_unavailable' | 'not_found'> {
  if (stripeResult.kind === 'done') return ok(stripeResult.value);
  return err(stripeResult.kind === 'missing' ? 'not_found' : 'payment_unavailable');
}
