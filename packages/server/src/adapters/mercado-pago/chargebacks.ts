import type { Chargeback } from '../../ports/payment-provider.ts';
import { doneResult, failedResult, type MercadoPagoApi, type MercadoPagoResult } from './api.ts';
import {
  chargeback,
  chargebackSearch,
  type MercadoPagoChargeback,
  type MercadoPagoPayment,
} from './schemas.ts';

/** Statuses of payments that may have a chargeback. Without a chargeback case, `in_mediation` is only a complaint. */
const contestedStatuses = ['charged_back', 'in_mediation'];

const isContested = ({ status }: MercadoPagoPayment): boolean => contestedStatuses.includes(status);

export const getChargeback = (
  api: MercadoPagoApi,
  id: string,
): Promise<MercadoPagoResult<MercadoPagoChargeback>> =>
  api(chargeback, { method: 'GET', path: ['v1', 'chargebacks', id] });

/** The chargebacks of a payment; empty when Mercado Pago finds no case or refuses the search. */
async function searchChargebacks(
  api: MercadoPagoApi,
  paymentId: string,
): Promise<MercadoPagoResult<MercadoPagoChargeback[]>> {
  const searchResult = await api(chargebackSearch, {
    method: 'GET',
    path: ['v1', 'chargebacks', 'search'],
    query: { payment_id: paymentId },
  });
  if (searchResult.kind === 'done') return doneResult(searchResult.value.results);
  return searchResult.kind === 'failed' ? searchResult : doneResult([]);
}

/**
 * Time in ms for which the case of a payment that became charged back is awaited, because only the case tells how much
 * the bank takes. Mercado Pago repeats a webhook several times within it.
 */
const CASE_WAIT_MS = 60 * 60_000;

/** Whether a payment became charged back a short time ago and its case is not found yet. */
const isAwaitingCase = (
  { id, status, date_last_updated }: MercadoPagoPayment,
  cases: readonly MercadoPagoChargeback[],
  now: Date,
): boolean =>
  status === 'charged_back' &&
  date_last_updated != null &&
  now.getTime() - date_last_updated.getTime() < CASE_WAIT_MS &&
  !cases.some(({ payments }) => payments.includes(id));

/**
 * Reads the chargebacks of all contested payments, and of those of the `reportedChargeback` of a webhook, which may be
 * listed twice. Fails while a payment that became charged back waits for its case, so that webhooks and lookups are repeated.
 */
export async function listChargebacks(
  api: MercadoPagoApi,
  payments: readonly MercadoPagoPayment[],
  reportedChargeback: MercadoPagoChargeback | undefined,
  now: Date,
): Promise<MercadoPagoResult<MercadoPagoChargeback[]>> {
  const allCases = reportedChargeback ? [reportedChargeback] : [];
  for (const payment of payments) {
    if (!isContested(payment) && !reportedChargeback?.payments.includes(payment.id)) continue;
    const casesOfPayment = await searchChargebacks(api, payment.id);
    if (casesOfPayment.kind !== 'done') return casesOfPayment;
    allCases.push(...casesOfPayment.value);
  }
  const isAwaitingAny = payments.some((payment) => isAwaitingCase(payment, allCases, now));
  return isAwaitingAny ? failedResult : doneResult(allCases);
}

/** The chargeback cases of a payment, oldest first, each once. */
const casesOf = (
  { id }: MercadoPagoPayment,
  cases: readonly MercadoPagoChargeback[],
): MercadoPagoChargeback[] => {
  const casesOfPayment = cases.filter(({ payments }) => payments.includes(id));
  return [...new Map(casesOfPayment.map((foundCase) => [foundCase.id, foundCase])).values()].sort(
    (a, b) => a.date_created.getTime() - b.date_created.getTime() || (a.id < b.id ? -1 : 1),
  );
};

/**
 * Status of a chargeback: `won` (for the seller) or `lost`, according to its case or to the `status_detail` of its
 * payment; `open` while neither of them contains a decision. Of several cases of a payment each has its own decision,
 * because the detail does not say which one it is about.
 */
function chargebackStatusOf(
  { status, status_detail }: MercadoPagoPayment,
  chargebackCase: MercadoPagoChargeback | undefined,
  isOnlyCase: boolean,
): Chargeback['status'] {
  const detail = isOnlyCase && status === 'charged_back' ? status_detail : null;
  if (detail === 'reimbursed' || chargebackCase?.coverage_applied === true) return 'won';
  return detail === 'settled' || chargebackCase?.coverage_applied === false ? 'lost' : 'open';
}

/**
 * The chargebacks of a payment, oldest first: one for each case, or one of the whole payment when no case is found. It
 * has the id of the payment until its case is found, which may be never; the others have that id and their own.
 */
export function toChargebacks(
  payment: MercadoPagoPayment,
  cases: readonly MercadoPagoChargeback[],
): Chargeback[] {
  const casesOfPayment: (MercadoPagoChargeback | undefined)[] = casesOf(payment, cases);
  if (casesOfPayment.length === 0 && payment.status === 'charged_back')
    casesOfPayment.push(undefined);
  const paymentAmount = payment.transaction_amount;
  return casesOfPayment.map((chargebackCase) => {
    const isEvidenceRequired = chargebackCase?.documentation_required !== false;
    return {
      id: chargebackCase ? `${payment.id}-${chargebackCase.id}` : payment.id,
      provisionalId: payment.id,
      kind: payment.payment_method_id === 'pix' ? 'pix' : 'card',
      amount: Math.min(chargebackCase?.amount || paymentAmount, paymentAmount),
      status: chargebackStatusOf(payment, chargebackCase, casesOfPayment.length === 1),
      evidenceBy: (isEvidenceRequired && chargebackCase?.date_documentation_deadline) || null,
    };
  });
}
