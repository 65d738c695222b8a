import { isUuid } from '../../platform/uuid.ts';
import type { CheckoutRef, PaymentRef } from '../../ports/payment-provider.ts';
import { type Api, done, failed, missing, type Outcome } from './api.ts';
import {
  isCheckoutId,
  isPaymentId,
  merchantOrder,
  merchantOrderSearch,
  type Payment,
  type Preference,
  payment,
  paymentSearch,
  preference,
  preferenceSearch,
} from './resources.ts';

/** What Mercado Pago holds under one order id of ours, each list oldest first. */
export interface KnownOrder {
  readonly orderId: string;
  /** At least one; more when two processes opened the checkout at once. */
  readonly preferences: readonly Preference[];
  readonly payments: readonly Payment[];
}

/** More than an order ever has. */
const limit = '50';

const byAge = (a: { id: string; date_created: Date }, b: { id: string; date_created: Date }) =>
  a.date_created.getTime() - b.date_created.getTime() || (a.id < b.id ? -1 : 1);

/** All or nothing: an order half read would be told as less than it is. Things that are gone are left out. */
async function all<T>(asked: readonly Promise<Outcome<T>>[]): Promise<Outcome<T[]>> {
  const outcomes = await Promise.all(asked);
  const values: T[] = [];
  for (const outcome of outcomes) {
    if (outcome.is === 'done') values.push(outcome.value);
    else if (outcome.is !== 'missing') return failed;
  }
  return done(values);
}

const getPreference = (api: Api, id: string): Promise<Outcome<Preference>> =>
  api(preference, { method: 'GET', path: ['checkout', 'preferences', id] });

export const getPayment = (api: Api, id: string): Promise<Outcome<Payment>> =>
  api(payment, { method: 'GET', path: ['v1', 'payments', id] });

/** Checkout ids by order. The search of preferences lags behind; orders name theirs as well. */
async function preferenceIds(api: Api, orderId: string): Promise<Outcome<string[]>> {
  const query = { external_reference: orderId, limit };
  const ours = (each: { external_reference?: string | null | undefined }) =>
    each.external_reference === orderId;
  const path = ['checkout', 'preferences', 'search'];
  const found = await api(preferenceSearch, { method: 'GET', path, query });
  if (found.is !== 'done') return failed;
  const ids = (found.value.elements ?? []).filter(ours).map(({ id }) => id);
  if (ids.length > 0) return done(ids);
  const orders = await api(merchantOrderSearch, {
    method: 'GET',
    path: ['merchant_orders', 'search'],
    query,
  });
  if (orders.is !== 'done') return failed;
  const named = (orders.value.elements ?? []).filter(ours).map((each) => each.preference_id ?? '');
  return done(named.filter(isCheckoutId));
}

/** Every checkout of an order, oldest first; `also` is one that the search may not know yet. */
export async function preferencesOf(
  api: Api,
  orderId: string,
  also?: Preference | null,
): Promise<Outcome<Preference[]>> {
  const ids = await preferenceIds(api, orderId);
  if (ids.is !== 'done') return ids;
  const others = [...new Set(ids.value)].filter((id) => id !== also?.id);
  const got = await all(others.map((id) => getPreference(api, id)));
  if (got.is !== 'done') return got;
  const preferences = [...(also ? [also] : []), ...got.value].sort(byAge);
  return preferences.length > 0 ? done(preferences) : missing;
}

/** A payment as it stands now; what was rejected stays so, and people try many cards. */
async function upToDate(api: Api, listed: { id: string; status: string }) {
  const read = listed.status === 'rejected' ? payment.safeParse(listed) : null;
  return read?.success ? done(read.data) : getPayment(api, listed.id);
}

/**
 * Every attempt to pay an order, oldest first. The search only tells which there are: each that may
 * have moved since is read by itself, because the index is behind the payments.
 */
export async function paymentsOf(
  api: Api,
  orderId: string,
  also?: Payment | null,
): Promise<Outcome<Payment[]>> {
  const found = await api(paymentSearch, {
    method: 'GET',
    path: ['v1', 'payments', 'search'],
    query: { external_reference: orderId, sort: 'date_created', criteria: 'desc', limit },
  });
  if (found.is !== 'done') return failed;
  const listed = found.value.results.filter(
    ({ id, external_reference }) => external_reference === orderId && id !== also?.id,
  );
  const got = await all(listed.map((each) => upToDate(api, each)));
  if (got.is !== 'done') return got;
  return done([...(also ? [also] : []), ...got.value].sort(byAge));
}

/** Where a reference leads: the order, and what was read on the way there. */
interface Trail {
  readonly orderId: string;
  readonly preference?: Preference;
  readonly payment?: Payment;
}

async function follow(api: Api, ref: PaymentRef): Promise<Outcome<Trail>> {
  if ('providerPaymentId' in ref) {
    if (!isPaymentId(ref.providerPaymentId)) return missing;
    const got = await getPayment(api, ref.providerPaymentId);
    if (got.is !== 'done') return got;
    const orderId = got.value.external_reference;
    return orderId ? done({ orderId, payment: got.value }) : missing;
  }
  if (!ref.providerCheckoutId) return done({ orderId: ref.orderId ?? '' });
  if (!isCheckoutId(ref.providerCheckoutId)) return missing;
  const got = await getPreference(api, ref.providerCheckoutId);
  if (got.is === 'missing' && ref.orderId) return done({ orderId: ref.orderId });
  if (got.is !== 'done') return got;
  const orderId = got.value.external_reference;
  return orderId ? done({ orderId, preference: got.value }) : missing;
}

/** Whether somebody paid for what looks like an order of ours: its checkout is only not found yet. */
const isOurs = ({ orderId, payment }: Trail): boolean => payment !== undefined && isUuid(orderId);

/**
 * The checkout that a payment was made at, read by the ids on the way to it: their searches of checkouts
 * and of orders go back 90 days, and a chargeback may come later.
 */
async function checkoutPaid(api: Api, { orderId, payment }: Trail): Promise<Outcome<Preference[]>> {
  const number = payment?.order?.id;
  if (number === undefined) return missing;
  const order = await api(merchantOrder, { method: 'GET', path: ['merchant_orders', number] });
  if (order.is !== 'done') return order;
  const id = order.value.preference_id ?? '';
  if (order.value.external_reference !== orderId || !isCheckoutId(id)) return missing;
  const got = await getPreference(api, id);
  return got.is === 'done' ? done([got.value]) : got;
}

/** Everything about the order that a reference leads to. */
export async function knownOrder(api: Api, ref: PaymentRef): Promise<Outcome<KnownOrder>> {
  const trail = await follow(api, ref);
  if (trail.is !== 'done') return trail;
  const { orderId } = trail.value;
  const [found, payments] = await Promise.all([
    preferencesOf(api, orderId, trail.value.preference),
    paymentsOf(api, orderId, trail.value.payment),
  ]);
  const ours = isOurs(trail.value);
  const preferences = found.is === 'missing' && ours ? await checkoutPaid(api, trail.value) : found;
  if (preferences.is === 'missing') return ours ? failed : missing;
  if (preferences.is !== 'done') return preferences;
  if (payments.is !== 'done') return payments;
  return done({ orderId, preferences: preferences.value, payments: payments.value });
}

/** The checkouts of an order, by it or by one of them. */
export async function checkoutsOf(
  api: Api,
  ref: CheckoutRef,
): Promise<Outcome<Pick<KnownOrder, 'orderId' | 'preferences'>>> {
  const trail = await follow(api, ref);
  if (trail.is !== 'done') return trail;
  const { orderId } = trail.value;
  const preferences = await preferencesOf(api, orderId, trail.value.preference);
  return preferences.is === 'done'
    ? done({ orderId, preferences: preferences.value })
    : preferences;
}
