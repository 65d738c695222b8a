import { err, ok, type Result } from '../../platform/result.ts';
import type { Clock } from '../../ports/clock.ts';
import type {
  Checkout,
  CheckoutRequest,
  PaymentFacts,
  PaymentProvider,
  PaymentRef,
} from '../../ports/payment-provider.ts';
import { systemTimers, type Timers } from '../../ports/timers.ts';
import { type Ask, type AskDeps, type Outcome, startAsking } from './asking.ts';
import { factsOf } from './facts.ts';
import { makeCheckout } from './new-checkout.ts';
import { readNotice } from './notices.ts';
import { giveBack } from './refunding.ts';
import { claimRegister, readRegister } from './register.ts';
import {
  expandSession,
  intentId,
  pageOf,
  type SessionShape,
  sessionId,
  sessionShape,
} from './shapes.ts';
import { isLiveKey, openStripe, type StripeLinkOptions } from './stripe-link.ts';

export interface StripePaymentsDeps extends StripeLinkOptions {
  /** `whsec_…` of the endpoint `/api/payments/webhooks/stripe`. */
  readonly webhookSecret: string;
  readonly clock: Clock;
  readonly timers?: Timers;
  readonly log: AskDeps['log'];
}

/** Stripe, by its hosted Checkout in BRL: cards, and Pix where the account has it. */
export function createStripePayments(deps: StripePaymentsDeps): PaymentProvider {
  const { clock, log, timers = systemTimers, secretKey, webhookSecret: secret } = deps;
  const stripe = openStripe(deps);
  const live = isLiveKey(secretKey);
  const start = () => startAsking({ stripe, timers, log });
  return {
    name: 'stripe',

    async createCheckout(request) {
      const opened = await openCheckout(start(), request, clock.now());
      return opened.is === 'done' ? ok(opened.value) : err('payment_unavailable');
    },

    parseWebhook: (request) => readNotice(request, { secret, live, now: clock.now() }),

    async lookup(ref) {
      const ask = start();
      return answer(await told(ask, await find(ask, ref)));
    },

    async refund(request) {
      const made = await giveBack(start(), request);
      if (made.is === 'done') return ok(made.value);
      if (made.is === 'refused') return err('payment_processed');
      return err(made.is === 'missing' ? 'not_found' : 'payment_unavailable');
    },

    async expire(ref) {
      const ask = start();
      const id = await idOf(ask, ref);
      if (id.is !== 'done') return answer(id);
      const closed = await close(ask, id.value);
      // Whatever else has become of it, there is nothing left to close.
      const found = closed.is === 'refused' ? await read(ask, id.value) : closed;
      return answer(await told(ask, found));
    },
  };
}

/**
 * The order's checkout, made when it has none. Of two that are made at the same time, one becomes the
 * order's; nobody ever sees the other.
 */
async function openCheckout(
  ask: Ask,
  request: CheckoutRequest,
  now: Date,
): Promise<Outcome<Checkout>> {
  const known = await readRegister(ask, request.orderId);
  if (known.is !== 'missing') return known;
  const made = await makeCheckout(ask, request, now);
  if (made.is !== 'done') return made;
  const kept = await claimRegister(ask, request, made.value);
  const mine = made.value.providerCheckoutId;
  if (kept.is === 'done' && kept.value.providerCheckoutId !== mine) await close(ask, mine);
  return kept;
}

const close = (ask: Ask, id: string) =>
  ask('close checkout', sessionShape, (stripe, options) =>
    stripe.checkout.sessions.expire(id, { expand: expandSession }, options),
  );

const read = (ask: Ask, id: string) =>
  ask('read checkout', sessionShape, (stripe, options) =>
    stripe.checkout.sessions.retrieve(id, { expand: expandSession }, options),
  );

/** The id of the checkout that a reference speaks of. */
async function idOf(
  ask: Ask,
  { orderId, providerCheckoutId }: Exclude<PaymentRef, { readonly providerPaymentId: string }>,
): Promise<Outcome<string>> {
  if (providerCheckoutId) {
    // Orders of another provider keep ids of another kind.
    const { success } = sessionId.safeParse(providerCheckoutId);
    return success ? { is: 'done', value: providerCheckoutId } : { is: 'missing' };
  }
  const known = await readRegister(ask, orderId ?? '');
  return known.is === 'done' ? { is: 'done', value: known.value.providerCheckoutId } : known;
}

async function findByPayment(ask: Ask, id: string): Promise<Outcome<SessionShape>> {
  if (!intentId.safeParse(id).success) return { is: 'missing' };
  const expand = expandSession.map((path) => `data.${path}`);
  const found = await ask('find checkout', pageOf(sessionShape), (stripe, options) =>
    stripe.checkout.sessions.list({ payment_intent: id, limit: 1, expand }, options),
  );
  if (found.is !== 'done') return found;
  const [session] = found.value.data;
  return session ? { is: 'done', value: session } : { is: 'missing' };
}

async function find(ask: Ask, ref: PaymentRef): Promise<Outcome<SessionShape>> {
  if ('providerPaymentId' in ref) return findByPayment(ask, ref.providerPaymentId);
  const id = await idOf(ask, ref);
  return id.is === 'done' ? read(ask, id.value) : id;
}

const told = async (ask: Ask, found: Outcome<SessionShape>): Promise<Outcome<PaymentFacts>> =>
  found.is === 'done' ? factsOf(ask, found.value) : found;

function answer(found: Outcome<unknown>): Result<never, 'payment_unavailable' | 'not_found'>;
function answer<T>(found: Outcome<T>): Result<T, 'payment_unavailable' | 'not_found'>;
function answer<T>(found: Outcome<T>): Result<T, 'payment_unavailable' | 'not_found'> {
  if (found.is === 'done') return ok(found.value);
  return err(found.is === 'missing' ? 'not_found' : 'payment_unavailable');
}
