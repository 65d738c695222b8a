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
 * Reads the chargebacks of all contested payments. The list starts with the `reportedChargeback` of a webhook, if any.
 * Fails while a payment that became charged back waits for its case, so that webhooks and lookups are repeated.
 */
export async function listChargebacks(
  api: MercadoPagoApi,
  payments: readonly MercadoPagoPayment[],
  reportedChargeback: MercadoPagoChargeback | undefined,
  now: Date,
): Promise<MercadoPagoResult<MercadoPagoChargeback[]>> {
  const allCases = reportedChargeback ? [reportedChargeback] : [];
  for (const { id } of payments.filter(isContested)) {
    const casesOfPayment = await searchChargebacks(api, id);
    if (casesOfPayment.kind !== 'done') return casesOfPayment;
    allCases.push(...casesOfPayment.value);
  }
  const isAwaitingAny = payments.some((payment) => isAwaitingCase(payment, allCases, now));
  return isAwaitingAny ? failedResult : doneResult(allCases);
}

/** The newest chargeback of a payment; undefined without one. */
const newestCaseOf = ({ id }: MercadoPagoPayment, cases: readonly MercadoPagoChargeback[]) =>
  cases
    .filter(({ payments }) => payments.includes(id))
    .toSorted((a, b) => a.date_created.getTime() - b.date_created.getTime())
    .at(-1);

/**
 * Status of a payment's chargeback: `won` (for the seller) or `lost`, according to the payment's `status_detail` or to
 * the chargeback case; `open` while neither of them contains a decision.
 */
function chargebackStatusOf(
  { status, status_detail }: MercadoPagoPayment,
  chargebackCase: MercadoPagoChargeback | undefined,
): Chargeback['status'] {
  const detail = status === 'charged_back' ? status_detail : null;
  if (detail === 'reimbursed' || chargebackCase?.coverage_applied === true) return 'won';
  return detail === 'settled' || chargebackCase?.coverage_applied === false ? 'lost' : 'open';
}

/**
 * The chargeback of a payment; null when there is none. Its id is that of the payment, because a case may never be found:
 * the bank then takes the whole payment.
 */
export function toChargeback(
  payment: MercadoPagoPayment,
  cases: readonly MercadoPagoChargeback[],
): Chargeback | null {
  const newestCase = newestCaseOf(payment, cases);
  if (!newestCase && payment.status !== 'charged_back') return null;
  const paymentAmount = payment.transaction_amount;
  const isEvidenceRequired = newestCase?.documentation_required !== false;
  return {
    id: payment.id,
    kind: payment.payment_method_id === 'pix' ? 'pix' : 'card',
    amount: Math.min(newestCase?.amount || paymentAmount, paymentAmount),
    status: chargebackStatusOf(payment, newestCase),
    evidenceBy: (isEvidenceRequired && newestCase?.date_documentation_deadline) || null,
  };
}
