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

/** What Mercado Pago stores under one of Guilda's order ids; checkouts and payments are sorted oldest first. */
export interface ProviderOrder {
  readonly orderId: string;
  /** The order's checkouts: at least one, more when two processes opened the checkout at once. */
  readonly preferences: readonly Preference[];
  readonly payments: readonly MercadoPagoPayment[];
  /** The chargebacks of the order's payments, in any order; the same chargeback may be listed twice. */
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
  const foundValues: T[] = [];
  for (const outcome of outcomes) {
    if (outcome.kind === 'done') foundValues.push(outcome.value);
    else if (outcome.kind !== 'missing') return failedResult;
  }
  return doneResult(foundValues);
}

const getPreference = (api: MercadoPagoApi, id: string): Promise<MercadoPagoResult<Preference>> =>
  api(preference, { method: 'GET', path: ['checkout', 'preferences', id] });

export const getPayment = (
  api: MercadoPagoApi,
  id: string,
): Promise<MercadoPagoResult<MercadoPagoPayment>> =>
  api(payment, { method: 'GET', path: ['v1', 'payments', id] });

/**
 * Finds the checkout ids of an order. The search for preferences lags behind; when it finds none, merchant orders are
 * searched, which contain the checkout id as well.
 */
async function findPreferenceIds(
  api: MercadoPagoApi,
  orderId: string,
): Promise<MercadoPagoResult<string[]>> {
  const query = { external_reference: orderId, limit: SEARCH_PAGE_SIZE };
  const isOwn = (resource: { external_reference?: string | null | undefined }) =>
    resource.external_reference === orderId;
  const path = ['checkout', 'preferences', 'search'];
  const searchResult = await api(preferenceSearch, { method: 'GET', path, query });
  if (searchResult.kind !== 'done') return failedResult;
  const ids = (searchResult.value.elements ?? []).filter(isOwn).map(({ id }) => id);
  if (ids.length > 0) return doneResult(ids);
  const orders = await api(merchantOrderSearch, {
    method: 'GET',
    path: ['merchant_orders', 'search'],
    query,
  });
  if (orders.kind !== 'done') return failedResult;
  const preferenceIds = (orders.value.elements ?? [])
    .filter(isOwn)
    .map((order) => order.preference_id ?? '');
  return doneResult(preferenceIds.filter(isCheckoutId));
}

/** Lists all checkouts of an order, oldest first. `knownPreference` is a checkout that the search may not find yet. */
export async function listPreferences(
  api: MercadoPagoApi,
  orderId: string,
  knownPreference?: Preference | null,
): Promise<MercadoPagoResult<Preference[]>> {
  const ids = await findPreferenceIds(api, orderId);
  if (ids.kind !== 'done') return ids;
  const otherIds = [...new Set(ids.value)].filter((id) => id !== knownPreference?.id);
  const foundPreferences = await allFoundOrFailed(otherIds.map((id) => getPreference(api, id)));
  if (foundPreferences.kind !== 'done') return foundPreferences;
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
 * Lists all payment attempts of an order, oldest first. The search index lags behind, so each payment found is read by
 * its id, except rejected payments, which are final. `knownPayment` is a payment that the search may not find yet.
 */
export async function listPayments(
  api: MercadoPagoApi,
  orderId: string,
  knownPayment?: MercadoPagoPayment | null,
): Promise<MercadoPagoResult<MercadoPagoPayment[]>> {
  const searchResult = await api(paymentSearch, {
    method: 'GET',
    path: ['v1', 'payments', 'search'],
    query: {
      external_reference: orderId,
      sort: 'date_created',
      criteria: 'desc',
      limit: SEARCH_PAGE_SIZE,
    },
  });
  if (searchResult.kind !== 'done') return failedResult;
  const paymentsToRead = searchResult.value.results.filter(
    ({ id, external_reference }) => external_reference === orderId && id !== knownPayment?.id,
  );
  const payments = await allFoundOrFailed(
    paymentsToRead.map((listedPayment) => readCurrentPayment(api, listedPayment)),
  );
  if (payments.kind !== 'done') return payments;
  return doneResult([...(knownPayment ? [knownPayment] : []), ...payments.value].sort(compareAge));
}

/** The order id that a payment reference leads to, with the resources that were read to find the id. */
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
  if (foundPayment.kind !== 'done') return foundPayment;
  const orderId = foundPayment.value.external_reference;
  return orderId ? doneResult({ orderId, payment: foundPayment.value }) : missingResult;
}

/** Reads a chargeback and its first payment; all payments of a chargeback belong to one order. */
async function resolveChargeback(
  api: MercadoPagoApi,
  chargebackId: string,
): Promise<MercadoPagoResult<ResolvedRef>> {
  if (!isPaymentId(chargebackId)) return missingResult;
  const chargeback = await getChargeback(api, chargebackId);
  if (chargeback.kind !== 'done') return chargeback;
  const [paymentId = ''] = chargeback.value.payments;
  const resolvedPayment = await resolvePayment(api, paymentId);
  if (resolvedPayment.kind !== 'done') return resolvedPayment;
  return doneResult({ ...resolvedPayment.value, chargeback: chargeback.value });
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
  if (foundPreference.kind === 'missing' && ref.orderId)
    return doneResult({ orderId: ref.orderId });
  if (foundPreference.kind !== 'done') return foundPreference;
  const orderId = foundPreference.value.external_reference;
  return orderId ? doneResult({ orderId, preference: foundPreference.value }) : missingResult;
}

/**
 * Whether the reference names a payment that contains an order id of Guilda. The checkout of such a payment exists even
 * when the search does not find the checkout yet.
 */
const isPaymentOfGuilda = ({ orderId, payment }: ResolvedRef): boolean =>
  payment !== undefined && isUuid(orderId);

/**
 * Reads the checkout of a payment by ids instead of searches: searches of checkouts and merchant orders go back only 90
 * days, and a chargeback may come later.
 */
async function findPaidCheckout(
  api: MercadoPagoApi,
  { orderId, payment }: ResolvedRef,
): Promise<MercadoPagoResult<Preference[]>> {
  const merchantOrderId = payment?.order?.id;
  if (merchantOrderId === undefined) return missingResult;
  const order = await api(merchantOrder, {
    method: 'GET',
    path: ['merchant_orders', merchantOrderId],
  });
  if (order.kind !== 'done') return order;
  const id = order.value.preference_id ?? '';
  if (order.value.external_reference !== orderId || !isCheckoutId(id)) return missingResult;
  const foundPreference = await getPreference(api, id);
  return foundPreference.kind === 'done' ? doneResult([foundPreference.value]) : foundPreference;
}

/** Reads all checkouts and payments of the order that a reference belongs to. */
export async function findProviderOrder(
  api: MercadoPagoApi,
  ref: PaymentRef,
  now: Date,
): Promise<MercadoPagoResult<ProviderOrder>> {
  const resolvedRef = await resolveRef(api, ref);
  if (resolvedRef.kind !== 'done') return resolvedRef;
  const { orderId } = resolvedRef.value;
  const [foundPreferences, payments] = await Promise.all([
    listPreferences(api, orderId, resolvedRef.value.preference),
    listPayments(api, orderId, resolvedRef.value.payment),
  ]);
  const isKnownToGuilda = isPaymentOfGuilda(resolvedRef.value);
  const preferences =
    foundPreferences.kind === 'missing' && isKnownToGuilda
      ? await findPaidCheckout(api, resolvedRef.value)
      : foundPreferences;
  if (preferences.kind === 'missing') return isKnownToGuilda ? failedResult : missingResult;
  if (preferences.kind !== 'done') return preferences;
  if (payments.kind !== 'done') return payments;
  const { chargeback } = resolvedRef.value;
  const chargebacks = await listChargebacks(api, payments.value, chargeback, now);
  if (chargebacks.kind !== 'done') return failedResult;
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
  const resolvedRef = await resolveRef(api, ref);
  if (resolvedRef.kind !== 'done') return resolvedRef;
  const { orderId } = resolvedRef.value;
  const preferences = await listPreferences(api, orderId, resolvedRef.value.preference);
  return preferences.kind === 'done'
    ? doneResult({ orderId, preferences: preferences.value })
    : preferences;
}
