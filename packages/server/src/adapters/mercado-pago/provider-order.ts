import { isUuid } from '../../platform/uuid.ts';
import type { CheckoutRef, PaymentRef } from '../../ports/payment-provider.ts';
import { type Api, done, failed, type MercadoPagoResult, missingObject } from './api.ts';
import {
  isCheckoutId,
  isPaymentId,
  type MercadoPagoPayment,
  merchantOrder,
  merchantOrderSearch,
  type Preference,
  payment,
  paymentSearch,
  preference,
  preferenceSearch,
} from './schemas.ts';

/** Everything that Mercado Pago has under one order id of ours; each list oldest first. */
export interface ProviderOrder {
  readonly orderId: string;
  /** At least one; more when two processes opened the checkout at once. */
  readonly preferences: readonly Preference[];
  readonly payments: readonly MercadoPagoPayment[];
}

/** Page size of searches, more than an order ever has. */
const limit = '50';

const byAge = (a: { id: string; date_created: Date }, b: { id: string; date_created: Date }) =>
  a.date_created.getTime() - b.date_created.getTime() || (a.id < b.id ? -1 : 1);

/** All or nothing: a partially read order would look less paid than it is. Missing resources are skipped. */
async function collect<T>(
  asked: readonly Promise<MercadoPagoResult<T>>[],
): Promise<MercadoPagoResult<T[]>> {
  const outcomes = await Promise.all(asked);
  const values: T[] = [];
  for (const outcome of outcomes) {
    if (outcome.is === 'done') values.push(outcome.value);
    else if (outcome.is !== 'missing') return failed;
  }
  return done(values);
}

const getPreference = (api: Api, id: string): Promise<MercadoPagoResult<Preference>> =>
  api(preference, { method: 'GET', path: ['checkout', 'preferences', id] });

export const getPayment = (api: Api, id: string): Promise<MercadoPagoResult<MercadoPagoPayment>> =>
  api(payment, { method: 'GET', path: ['v1', 'payments', id] });

/** Checkout ids of an order. The preference search lags behind; merchant orders name their checkout as well. */
async function preferenceIds(api: Api, orderId: string): Promise<MercadoPagoResult<string[]>> {
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

/** All checkouts of an order, oldest first; `also`: one that the search may not know yet. */
export async function listPreferences(
  api: Api,
  orderId: string,
  also?: Preference | null,
): Promise<MercadoPagoResult<Preference[]>> {
  const ids = await preferenceIds(api, orderId);
  if (ids.is !== 'done') return ids;
  const others = [...new Set(ids.value)].filter((id) => id !== also?.id);
  const got = await collect(others.map((id) => getPreference(api, id)));
  if (got.is !== 'done') return got;
  const preferences = [...(also ? [also] : []), ...got.value].sort(byAge);
  return preferences.length > 0 ? done(preferences) : missingObject;
}

/** The current state of a listed payment; rejected ones are final and are not read again. */
async function upToDate(api: Api, listed: { id: string; status: string }) {
  const read = listed.status === 'rejected' ? payment.safeParse(listed) : null;
  return read?.success ? done(read.data) : getPayment(api, listed.id);
}

/**
 * All payment attempts of an order, oldest first. The search index lags behind, so it only supplies the ids;
 * each payment that may have changed is read by itself.
 */
export async function listPayments(
  api: Api,
  orderId: string,
  also?: MercadoPagoPayment | null,
): Promise<MercadoPagoResult<MercadoPagoPayment[]>> {
  const found = await api(paymentSearch, {
    method: 'GET',
    path: ['v1', 'payments', 'search'],
    query: { external_reference: orderId, sort: 'date_created', criteria: 'desc', limit },
  });
  if (found.is !== 'done') return failed;
  const listed = found.value.results.filter(
    ({ id, external_reference }) => external_reference === orderId && id !== also?.id,
  );
  const got = await collect(listed.map((each) => upToDate(api, each)));
  if (got.is !== 'done') return got;
  return done([...(also ? [also] : []), ...got.value].sort(byAge));
}

/** The order of a reference, with the resources that were read to find it. */
interface ResolvedRef {
  readonly orderId: string;
  readonly preference?: Preference;
  readonly payment?: MercadoPagoPayment;
}

async function resolveRef(api: Api, ref: PaymentRef): Promise<MercadoPagoResult<ResolvedRef>> {
  if ('providerPaymentId' in ref) {
    if (!isPaymentId(ref.providerPaymentId)) return missingObject;
    const got = await getPayment(api, ref.providerPaymentId);
    if (got.is !== 'done') return got;
    const orderId = got.value.external_reference;
    return orderId ? done({ orderId, payment: got.value }) : missingObject;
  }
  if (!ref.providerCheckoutId) return done({ orderId: ref.orderId ?? '' });
  if (!isCheckoutId(ref.providerCheckoutId)) return missingObject;
  const got = await getPreference(api, ref.providerCheckoutId);
  if (got.is === 'missing' && ref.orderId) return done({ orderId: ref.orderId });
  if (got.is !== 'done') return got;
  const orderId = got.value.external_reference;
  return orderId ? done({ orderId, preference: got.value }) : missingObject;
}

/** Whether a payment carries an order id of ours, so that its checkout exists although the search lags. */
const isOurs = ({ orderId, payment }: ResolvedRef): boolean =>
  payment !== undefined && isUuid(orderId);

/**
 * The checkout of a payment, read by ids instead of searches: searches of checkouts and merchant orders go back
 * 90 days, and a chargeback may come later.
 */
async function findPaidCheckout(
  api: Api,
  { orderId, payment }: ResolvedRef,
): Promise<MercadoPagoResult<Preference[]>> {
  const number = payment?.order?.id;
  if (number === undefined) return missingObject;
  const order = await api(merchantOrder, { method: 'GET', path: ['merchant_orders', number] });
  if (order.is !== 'done') return order;
  const id = order.value.preference_id ?? '';
  if (order.value.external_reference !== orderId || !isCheckoutId(id)) return missingObject;
  const got = await getPreference(api, id);
  return got.is === 'done' ? done([got.value]) : got;
}

/** Reads everything about the order of a reference. */
export async function findProviderOrder(
  api: Api,
  ref: PaymentRef,
): Promise<MercadoPagoResult<ProviderOrder>> {
  const resolved = await resolveRef(api, ref);
  if (resolved.is !== 'done') return resolved;
  const { orderId } = resolved.value;
  const [found, payments] = await Promise.all([
    listPreferences(api, orderId, resolved.value.preference),
    listPayments(api, orderId, resolved.value.payment),
  ]);
  const ours = isOurs(resolved.value);
  const preferences =
    found.is === 'missing' && ours ? await findPaidCheckout(api, resolved.value) : found;
  if (preferences.is === 'missing') return ours ? failed : missingObject;
  if (preferences.is !== 'done') return preferences;
  if (payments.is !== 'done') return payments;
  return done({ orderId, preferences: preferences.value, payments: payments.value });
}

/** Reads the checkouts of an order. */
export async function findCheckouts(
  api: Api,
  ref: CheckoutRef,
): Promise<MercadoPagoResult<Pick<ProviderOrder, 'orderId' | 'preferences'>>> {
  const resolved = await resolveRef(api, ref);
  if (resolved.is !== 'done') return resolved;
  const { orderId } = resolved.value;
  const preferences = await listPreferences(api, orderId, resolved.value.preference);
  return preferences.is === 'done'
    ? done({ orderId, preferences: preferences.value })
    : preferences;
}
