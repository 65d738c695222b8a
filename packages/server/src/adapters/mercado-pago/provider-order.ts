import { isUuid } from '../../platform/uuid.ts';
import type { CheckoutRef, PaymentRef } from '../../ports/payment-provider.ts';
import {
  doneResult,
  failedResult,
  type MercadoPagoApi,
  type MercadoPagoResult,
  missingResult,
} from './api.ts';
import { getChargeback, listChargebacks } from './chargebacks.ts';
import {
  isCheckoutId,
  isPaymentId,
  type MercadoPagoChargeback,
  type MercadoPagoPayment,
  merchantOrder,
  merchantOrderSearch,
  type Preference,
  payment,
  paymentSearch,
  preference,
  preferenceSearch,
} from './schemas.ts';

/** Everything that Mercado Pago stores under one of Guilda's order ids; each list is sorted oldest first. */
export interface ProviderOrder {
  readonly orderId: string;
  /** The order's checkouts: at least one, more when two processes opened the checkout at once. */
  readonly preferences: readonly Preference[];
  readonly payments: readonly MercadoPagoPayment[];
  /** The chargebacks of its contested payments; empty where the caller does not ask for them. */
  readonly chargebacks: readonly MercadoPagoChargeback[];
}

/** Page size of searches, larger than the number of results of any order. */
const SEARCH_PAGE_SIZE = '50';

const compareAge = (a: { id: string; date_created: Date }, b: { id: string; date_created: Date }) =>
  a.date_created.getTime() - b.date_created.getTime() || (a.id < b.id ? -1 : 1);

/**
 * Collects the values of all results, or fails as a whole: a partially read order would look less paid than it is.
 * Missing resources are skipped.
 */
async function allFoundOrFailed<T>(
  requests: readonly Promise<MercadoPagoResult<T>>[],
): Promise<MercadoPagoResult<T[]>> {
  const outcomes = await Promise.all(requests);
  const values: T[] = [];
  for (const outcome of outcomes) {
    if (outcome.is === 'done') values.push(outcome.value);
    else if (outcome.is !== 'missing') return failedResult;
  }
  return doneResult(values);
}

const getPreference = (api: MercadoPagoApi, id: string): Promise<MercadoPagoResult<Preference>> =>
  api(preference, { method: 'GET', path: ['checkout', 'preferences', id] });

export const getPayment = (
  api: MercadoPagoApi,
  id: string,
): Promise<MercadoPagoResult<MercadoPagoPayment>> =>
  api(payment, { method: 'GET', path: ['v1', 'payments', id] });

/**
 * Finds the checkout ids of an order. The search for preferences lags behind, so merchant orders, which contain the
 * checkout id as well, are searched too.
 */
async function findPreferenceIds(
  api: MercadoPagoApi,
  orderId: string,
): Promise<MercadoPagoResult<string[]>> {
  const query = { external_reference: orderId, limit: SEARCH_PAGE_SIZE };
  const isOwn = (each: { external_reference?: string | null | undefined }) =>
    each.external_reference === orderId;
  const path = ['checkout', 'preferences', 'search'];
  const found = await api(preferenceSearch, { method: 'GET', path, query });
  if (found.is !== 'done') return failedResult;
  const ids = (found.value.elements ?? []).filter(isOwn).map(({ id }) => id);
  if (ids.length > 0) return doneResult(ids);
  const orders = await api(merchantOrderSearch, {
    method: 'GET',
    path: ['merchant_orders', 'search'],
    query,
  });
  if (orders.is !== 'done') return failedResult;
  const named = (orders.value.elements ?? []).filter(isOwn).map((each) => each.preference_id ?? '');
  return doneResult(named.filter(isCheckoutId));
}

/** Lists all checkouts of an order, oldest first. `knownPreference` is a checkout that the search may not find yet. */
export async function listPreferences(
  api: MercadoPagoApi,
  orderId: string,
  knownPreference?: Preference | null,
): Promise<MercadoPagoResult<Preference[]>> {
  const ids = await findPreferenceIds(api, orderId);
  if (ids.is !== 'done') return ids;
  const otherIds = [...new Set(ids.value)].filter((id) => id !== knownPreference?.id);
  const foundPreferences = await allFoundOrFailed(otherIds.map((id) => getPreference(api, id)));
  if (foundPreferences.is !== 'done') return foundPreferences;
  const preferences = [
    ...(knownPreference ? [knownPreference] : []),
    ...foundPreferences.value,
  ].sort(compareAge);
  return preferences.length > 0 ? doneResult(preferences) : missingResult;
}

/** Reads the current state of a listed payment; rejected payments are final and are not read again. */
async function readCurrentPayment(
  api: MercadoPagoApi,
  listedPayment: { id: string; status: string },
) {
  const parsed = listedPayment.status === 'rejected' ? payment.safeParse(listedPayment) : null;
  return parsed?.success ? doneResult(parsed.data) : getPayment(api, listedPayment.id);
}

/**
 * Lists all payment attempts of an order, oldest first. The search index lags behind, so only ids are taken from it;
 * each payment that may have changed is read by its id. `knownPayment` is a payment that the search may not find yet.
 */
export async function listPayments(
  api: MercadoPagoApi,
  orderId: string,
  knownPayment?: MercadoPagoPayment | null,
): Promise<MercadoPagoResult<MercadoPagoPayment[]>> {
  const found = await api(paymentSearch, {
    method: 'GET',
    path: ['v1', 'payments', 'search'],
    query: {
      external_reference: orderId,
      sort: 'date_created',
      criteria: 'desc',
      limit: SEARCH_PAGE_SIZE,
    },
  });
  if (found.is !== 'done') return failedResult;
  const listed = found.value.results.filter(
    ({ id, external_reference }) => external_reference === orderId && id !== knownPayment?.id,
  );
  const payments = await allFoundOrFailed(listed.map((each) => readCurrentPayment(api, each)));
  if (payments.is !== 'done') return payments;
  return doneResult([...(knownPayment ? [knownPayment] : []), ...payments.value].sort(compareAge));
}

/** The order id of a reference, with the resources that were read to find it. */
interface ResolvedRef {
  readonly orderId: string;
  readonly preference?: Preference;
  readonly payment?: MercadoPagoPayment;
  readonly chargeback?: MercadoPagoChargeback;
}

async function resolvePayment(
  api: MercadoPagoApi,
  paymentId: string,
): Promise<MercadoPagoResult<ResolvedRef>> {
  if (!isPaymentId(paymentId)) return missingResult;
  const foundPayment = await getPayment(api, paymentId);
  if (foundPayment.is !== 'done') return foundPayment;
  const orderId = foundPayment.value.external_reference;
  return orderId ? doneResult({ orderId, payment: foundPayment.value }) : missingResult;
}

/** Reads a chargeback and the payment that it is about; one case about several payments belongs to one order. */
async function resolveChargeback(
  api: MercadoPagoApi,
  chargebackId: string,
): Promise<MercadoPagoResult<ResolvedRef>> {
  if (!isPaymentId(chargebackId)) return missingResult;
  const chargeback = await getChargeback(api, chargebackId);
  if (chargeback.is !== 'done') return chargeback;
  const [paymentId = ''] = chargeback.value.payments;
  const resolved = await resolvePayment(api, paymentId);
  if (resolved.is !== 'done') return resolved;
  return doneResult({ ...resolved.value, chargeback: chargeback.value });
}

async function resolveRef(
  api: MercadoPagoApi,
  ref: PaymentRef,
): Promise<MercadoPagoResult<ResolvedRef>> {
  if ('providerPaymentId' in ref) return resolvePayment(api, ref.providerPaymentId);
  if ('providerChargebackId' in ref) return resolveChargeback(api, ref.providerChargebackId);
  if (!ref.providerCheckoutId) return doneResult({ orderId: ref.orderId ?? '' });
  if (!isCheckoutId(ref.providerCheckoutId)) return missingResult;
  const foundPreference = await getPreference(api, ref.providerCheckoutId);
  if (foundPreference.is === 'missing' && ref.orderId) return doneResult({ orderId: ref.orderId });
  if (foundPreference.is !== 'done') return foundPreference;
  const orderId = foundPreference.value.external_reference;
  return orderId ? doneResult({ orderId, preference: foundPreference.value }) : missingResult;
}

/**
 * Whether a payment carries one of Guilda's order ids: its checkout then exists although the search does not know it
 * yet.
 */
const hasOwnOrderId = ({ orderId, payment }: ResolvedRef): boolean =>
  payment !== undefined && isUuid(orderId);

/**
 * Reads the checkout of a payment by ids instead of searches: searches of checkouts and merchant orders go back only 90
 * days, and a chargeback may come later.
 */
async function findPaidCheckout(
  api: MercadoPagoApi,
  { orderId, payment }: ResolvedRef,
): Promise<MercadoPagoResult<Preference[]>> {
  const number = payment?.order?.id;
  if (number === undefined) return missingResult;
  const order = await api(merchantOrder, { method: 'GET', path: ['merchant_orders', number] });
  if (order.is !== 'done') return order;
  const id = order.value.preference_id ?? '';
  if (order.value.external_reference !== orderId || !isCheckoutId(id)) return missingResult;
  const foundPreference = await getPreference(api, id);
  return foundPreference.is === 'done' ? doneResult([foundPreference.value]) : foundPreference;
}

/** Reads all checkouts and payments of the order that a reference belongs to. */
export async function findProviderOrder(
  api: MercadoPagoApi,
  ref: PaymentRef,
): Promise<MercadoPagoResult<ProviderOrder>> {
  const resolved = await resolveRef(api, ref);
  if (resolved.is !== 'done') return resolved;
  const { orderId } = resolved.value;
  const [found, payments] = await Promise.all([
    listPreferences(api, orderId, resolved.value.preference),
    listPayments(api, orderId, resolved.value.payment),
  ]);
  const isOwn = hasOwnOrderId(resolved.value);
  const preferences =
    found.is === 'missing' && isOwn ? await findPaidCheckout(api, resolved.value) : found;
  if (preferences.is === 'missing') return isOwn ? failedResult : missingResult;
  if (preferences.is !== 'done') return preferences;
  if (payments.is !== 'done') return payments;
  const chargebacks = await listChargebacks(api, payments.value, resolved.value.chargeback);
  if (chargebacks.is !== 'done') return failedResult;
  return doneResult({
    orderId,
    preferences: preferences.value,
    payments: payments.value,
    chargebacks: chargebacks.value,
  });
}

/** Reads the checkouts of the order that a reference belongs to. */
export async function findCheckouts(
  api: MercadoPagoApi,
  ref: CheckoutRef,
): Promise<MercadoPagoResult<Pick<ProviderOrder, 'orderId' | 'preferences'>>> {
  const resolved = await resolveRef(api, ref);
  if (resolved.is !== 'done') return resolved;
  const { orderId } = resolved.value;
  const preferences = await listPreferences(api, orderId, resolved.value.preference);
  return preferences.is === 'done'
    ? doneResult({ orderId, preferences: preferences.value })
    : preferences;
}
