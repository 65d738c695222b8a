import { singleFlight } from '../../platform/async/single-flight.ts';
import { err, ok, type Result } from '../../platform/result.ts';
import type { Clock } from '../../ports/clock.ts';
import type {
  Checkout,
  CheckoutRef,
  CheckoutRequest,
  PaymentProvider,
  PaymentRecord,
} from '../../ports/payment-provider.ts';
import {
  createMercadoPagoApi,
  doneResult,
  failedResult,
  type MercadoPagoApi,
  type MercadoPagoApiDeps,
  type MercadoPagoResult,
} from './api.ts';
import { listChargebacks } from './chargebacks.ts';
import { buildPreferenceBody, formatDate } from './checkout-form.ts';
import { isClosedPreference, isOpenPayment, toPaymentRecord } from './payment-record.ts';
import {
  findCheckouts,
  findProviderOrder,
  getPayment,
  listPayments,
  listPreferences,
  type ProviderOrder,
} from './provider-order.ts';
import { refundPayment } from './refund.ts';
import { type MercadoPagoPayment, type Preference, payment, preference } from './schemas.ts';
import { parseWebhookEvent } from './webhook.ts';

export interface MercadoPagoDeps extends MercadoPagoApiDeps {
  readonly webhookSecret: string;
  /** Public URL of Guilda's webhook endpoint. */
  readonly notificationUrl: string;
  readonly clock: Clock;
}

type OpenCheckoutResult = Result<Checkout, 'payment_unavailable'>;
type LookupResult = Result<PaymentRecord, 'payment_unavailable' | 'not_found'>;

/**
 * Creates a payment provider on Checkout Pro of Mercado Pago: Pix and cards in BRL, by its REST API (ADR 0032). Mercado
 * Pago stores the order id as `external_reference`. All checkouts and payments with the same order id count together,
 * because two processes may create two checkouts and a buyer may pay twice.
 */
export function createMercadoPago(deps: MercadoPagoDeps): PaymentProvider {
  const { webhookSecret, clock } = deps;
  const openApi = createMercadoPagoApi(deps);
  const openOnce = singleFlight<OpenCheckoutResult>();
  const toResult = (outcome: MercadoPagoResult<ProviderOrder>): LookupResult => {
    if (outcome.kind === 'done') return ok(toPaymentRecord(outcome.value, clock.now()));
    return err(outcome.kind === 'missing' ? 'not_found' : 'payment_unavailable');
  };
  return {
    name: 'mercadopago',
    createCheckout: (request) =>
      openOnce(request.orderId, () => openCheckout(openApi(), request, deps)),
    parseWebhook: async (request) => parseWebhookEvent(webhookSecret, clock.now(), request),
    lookup: async (ref) => toResult(await findProviderOrder(openApi(), ref, clock.now())),
    refund: (request) => refundPayment(openApi(), request),
    expire: async (ref) => toResult(await closeCheckoutsOfOrder(openApi(), ref, clock)),
  };
}

async function openCheckout(
  api: MercadoPagoApi,
  request: CheckoutRequest,
  { notificationUrl, clock }: MercadoPagoDeps,
): Promise<OpenCheckoutResult> {
  const foundPreferences = await listPreferences(api, request.orderId);
  const preferences =
    foundPreferences.kind === 'missing'
      ? await createPreference(api, request, notificationUrl, clock)
      : foundPreferences;
  const [oldest] = preferences.kind === 'done' ? preferences.value : [];
  if (!oldest) return err('payment_unavailable');
  return ok({ providerCheckoutId: oldest.id, checkoutUrl: oldest.init_point });
}

async function createPreference(
  api: MercadoPagoApi,
  request: CheckoutRequest,
  notificationUrl: string,
  clock: Clock,
): Promise<MercadoPagoResult<Preference[]>> {
  const createdPreference = await api(preference, {
    method: 'POST',
    path: ['checkout', 'preferences'],
    body: buildPreferenceBody(request, notificationUrl, clock.now()),
    // The order id is the idempotency key, so that each order has a checkout of its own.
    headers: { 'x-idempotency-key': request.orderId },
  });
  return createdPreference.kind === 'done'
    ? doneResult([createdPreference.value])
    : createdPreference;
}

/** Closes every checkout of an order first, so that no new payment can start, and then cancels pending payments. */
async function closeCheckoutsOfOrder(
  api: MercadoPagoApi,
  ref: CheckoutRef,
  clock: Clock,
): Promise<MercadoPagoResult<ProviderOrder>> {
  const checkouts = await findCheckouts(api, ref);
  if (checkouts.kind !== 'done') return checkouts;
  const { orderId } = checkouts.value;
  const preferences: Preference[] = [];
  for (const openPreference of checkouts.value.preferences) {
    const closeResult = await closePreference(api, openPreference, clock.now());
    if (closeResult.kind !== 'done') return closeResult;
    preferences.push(closeResult.value);
  }
  const foundPayments = await listPayments(api, orderId);
  if (foundPayments.kind !== 'done') return foundPayments;
  const payments: MercadoPagoPayment[] = [];
  for (const foundPayment of foundPayments.value) {
    const paymentResult = isOpenPayment(foundPayment)
      ? await cancelPayment(api, foundPayment)
      : doneResult(foundPayment);
    if (paymentResult.kind !== 'done') return paymentResult;
    payments.push(paymentResult.value);
  }
  const chargebacks = await listChargebacks(api, payments, undefined, clock.now());
  if (chargebacks.kind !== 'done') return failedResult;
  return doneResult({ orderId, preferences, payments, chargebacks: chargebacks.value });
}

async function closePreference(
  api: MercadoPagoApi,
  openPreference: Preference,
  now: Date,
): Promise<MercadoPagoResult<Preference>> {
  if (isClosedPreference(openPreference, now)) return doneResult(openPreference);
  const closeResult = await api(preference, {
    method: 'PUT',
    path: ['checkout', 'preferences', openPreference.id],
    body: { expires: true, expiration_date_to: formatDate(now) },
  });
  // A checkout that Mercado Pago refuses to close stays open until it expires, and is reported as open.
  return closeResult.kind === 'refused' ? doneResult(openPreference) : closeResult;
}

/** Cancels a pending payment; returns its current state, which is paid when the money arrived before the request. */
async function cancelPayment(
  api: MercadoPagoApi,
  { id }: MercadoPagoPayment,
): Promise<MercadoPagoResult<MercadoPagoPayment>> {
  const cancellation = await api(payment, {
    method: 'PUT',
    path: ['v1', 'payments', id],
    body: { status: 'cancelled' },
  });
  const currentPayment = cancellation.kind === 'refused' ? await getPayment(api, id) : cancellation;
  return currentPayment.kind === 'missing' ? failedResult : currentPayment;
}
