import { err, ok, type Result } from '../../platform/result.ts';
import { singleFlight } from '../../platform/single-flight.ts';
import type { Clock } from '../../ports/clock.ts';
import type {
  Checkout,
  CheckoutRef,
  CheckoutRequest,
  PaymentFacts,
  PaymentProvider,
} from '../../ports/payment-provider.ts';
import { type Api, type ApiDeps, createApi, done, failed, type Outcome } from './api.ts';
import { checkoutForm, dateOf } from './checkout-form.ts';
import { factsOf, isClosed, isOpen } from './facts.ts';
import { giveBack } from './give-back.ts';
import {
  checkoutsOf,
  getPayment,
  type KnownOrder,
  knownOrder,
  paymentsOf,
  preferencesOf,
} from './known-order.ts';
import { readNotice } from './notices.ts';
import { type Payment, type Preference, payment, preference } from './resources.ts';

export interface MercadoPagoDeps extends ApiDeps {
  readonly webhookSecret: string;
  /** Where notifications are sent: an address of ours that the world can reach. */
  readonly notificationUrl: string;
  readonly clock: Clock;
}

type Opened = Result<Checkout, 'payment_unavailable'>;
type Facts = Result<PaymentFacts, 'payment_unavailable' | 'not_found'>;

/**
 * Payments by Checkout Pro of Mercado Pago: Pix and cards in BRL, by its REST API (ADR 0032). An
 * order is `external_reference` there, and all that is held under it counts together: nothing keeps
 * two processes from opening two checkouts, nor a buyer from paying twice.
 */
export function createMercadoPago(deps: MercadoPagoDeps): PaymentProvider {
  const { webhookSecret, clock } = deps;
  const open = createApi(deps);
  const opening = singleFlight<Opened>();
  const told = (outcome: Outcome<KnownOrder>): Facts => {
    if (outcome.is === 'done') return ok(factsOf(outcome.value, clock.now()));
    return err(outcome.is === 'missing' ? 'not_found' : 'payment_unavailable');
  };
  return {
    name: 'mercadopago',
    createCheckout: (request) =>
      opening(request.orderId, () => openCheckout(open(), request, deps)),
    parseWebhook: async (request) => readNotice(webhookSecret, clock.now(), request),
    lookup: async (ref) => told(await knownOrder(open(), ref)),
    refund: (request) => giveBack(open(), request),
    expire: async (ref) => told(await close(open(), ref, clock)),
  };
}

async function openCheckout(
  api: Api,
  request: CheckoutRequest,
  { notificationUrl, clock }: MercadoPagoDeps,
): Promise<Opened> {
  const found = await preferencesOf(api, request.orderId);
  const made = found.is === 'missing' ? await make(api, request, notificationUrl, clock) : found;
  const [first] = made.is === 'done' ? made.value : [];
  if (!first) return err('payment_unavailable');
  return ok({ providerCheckoutId: first.id, checkoutUrl: first.init_point });
}

async function make(
  api: Api,
  request: CheckoutRequest,
  notificationUrl: string,
  clock: Clock,
): Promise<Outcome<Preference[]>> {
  const made = await api(preference, {
    method: 'POST',
    path: ['checkout', 'preferences'],
    body: checkoutForm(request, notificationUrl, clock.now()),
    // Two orders are two checkouts, whatever key they bring.
    headers: { 'x-idempotency-key': request.orderId },
  });
  return made.is === 'done' ? done([made.value]) : made;
}

/** Closes every checkout of an order first, and only then calls off what is still being paid. */
async function close(api: Api, ref: CheckoutRef, clock: Clock): Promise<Outcome<KnownOrder>> {
  const known = await checkoutsOf(api, ref);
  if (known.is !== 'done') return known;
  const { orderId } = known.value;
  const preferences: Preference[] = [];
  for (const each of known.value.preferences) {
    const closed = await closePreference(api, each, clock.now());
    if (closed.is !== 'done') return closed;
    preferences.push(closed.value);
  }
  const found = await paymentsOf(api, orderId);
  if (found.is !== 'done') return found;
  const payments: Payment[] = [];
  for (const each of found.value) {
    const stopped = isOpen(each) ? await callOff(api, each) : done(each);
    if (stopped.is !== 'done') return stopped;
    payments.push(stopped.value);
  }
  return done({ orderId, preferences, payments });
}

async function closePreference(
  api: Api,
  open: Preference,
  now: Date,
): Promise<Outcome<Preference>> {
  if (isClosed(open, now)) return done(open);
  const closed = await api(preference, {
    method: 'PUT',
    path: ['checkout', 'preferences', open.id],
    body: { expires: true, expiration_date_to: dateOf(now) },
  });
  // A refusal is an answer: it stays open until its own time is over, and is told as it is.
  return closed.is === 'refused' ? done(open) : closed;
}

/** What became of a payment that was to be called off; it may have been made meanwhile. */
async function callOff(api: Api, { id }: Payment): Promise<Outcome<Payment>> {
  const stopped = await api(payment, {
    method: 'PUT',
    path: ['v1', 'payments', id],
    body: { status: 'cancelled' },
  });
  const now = stopped.is === 'refused' ? await getPayment(api, id) : stopped;
  return now.is === 'missing' ? failed : now;
}
