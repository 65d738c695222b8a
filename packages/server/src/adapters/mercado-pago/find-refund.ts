import type { LostRefundAnswer, RefundRequest } from '../../ports/payment-provider.ts';
import {
  doneResult,
  failedResult,
  type MercadoPagoApi,
  type MercadoPagoResult,
  missingResult,
} from './api.ts';
import { listPayments } from './provider-order.ts';
import { type ListedRefund, type MercadoPagoRefund, refund, refundList } from './schemas.ts';

/**
 * Header that makes Mercado Pago answer a pending Pix refund with its state. Without it the answer to a new refund is
 * an error, and a list may omit the refund.
 */
export const refundHeaders = { 'x-render-in-process-refunds': 'true' };

/** Separates the ids of refunds of several payments in the id of one refund of Guilda. */
const ID_SEPARATOR = '+';

export const combineRefundIds = (refunds: readonly MercadoPagoRefund[]): string =>
  refunds.map(({ id }) => id).join(ID_SEPARATOR);

/** Error code of a read that means that the payment has no such refund. */
const REFUND_NOT_FOUND_CODE = '2032';

/** Tolerated difference between the clocks of Guilda and Mercado Pago, in ms. */
const CLOCK_TOLERANCE_MS = 60_000;

/** Reads the current state of one refund of a payment. */
export async function getRefund(
  api: MercadoPagoApi,
  paymentId: string,
  id: string,
): Promise<MercadoPagoResult<MercadoPagoRefund>> {
  const path = ['v1', 'payments', paymentId, 'refunds', id];
  const foundRefund = await api(refund, { method: 'GET', path, headers: refundHeaders });
  const isUnknown =
    foundRefund.kind === 'refused' && foundRefund.codes.includes(REFUND_NOT_FOUND_CODE);
  return isUnknown ? missingResult : foundRefund;
}

/** Reads refunds, each from the payment that has it; missing when one of them belongs to none of the payments. */
async function getRefunds(
  api: MercadoPagoApi,
  paymentIds: readonly string[],
  ids: readonly string[],
): Promise<MercadoPagoResult<MercadoPagoRefund[]>> {
  const refunds: MercadoPagoRefund[] = [];
  for (const id of ids) {
    let foundRefund: MercadoPagoResult<MercadoPagoRefund> = missingResult;
    for (const paymentId of paymentIds) {
      if (foundRefund.kind === 'missing') foundRefund = await getRefund(api, paymentId, id);
    }
    if (foundRefund.kind !== 'done') return foundRefund;
    refunds.push(foundRefund.value);
  }
  return doneResult(refunds);
}

/** Reads a refund by the id that an earlier answer had: from the requested payment, otherwise from all of the order. */
export async function readKnownRefund(
  api: MercadoPagoApi,
  { orderId, providerPaymentId }: RefundRequest,
  refundId: string,
): Promise<MercadoPagoResult<MercadoPagoRefund[]>> {
  const ids = refundId.split(ID_SEPARATOR);
  const ofRequestedPayment = await getRefunds(api, [providerPaymentId], ids);
  if (ofRequestedPayment.kind !== 'missing') return ofRequestedPayment;
  const payments = await listPayments(api, orderId);
  if (payments.kind !== 'done') return payments;
  const paymentIds = payments.value.map(({ id }) => id);
  return getRefunds(api, paymentIds, ids);
}

/** Lists the refunds of a payment; empty when Mercado Pago does not know the payment. */
async function listRefunds(
  api: MercadoPagoApi,
  paymentId: string,
): Promise<MercadoPagoResult<ListedRefund[]>> {
  const path = ['v1', 'payments', paymentId, 'refunds'];
  const refunds = await api(refundList, { method: 'GET', path, headers: refundHeaders });
  if (refunds.kind === 'missing') return doneResult([]);
  return refunds.kind === 'done' ? refunds : failedResult;
}

/**
 * Finds a refund that an earlier call with a lost answer made: one of the same amount, not failed, not older than the
 * first call, and not known as another refund of the order. Missing when none of the payments has one.
 */
export async function findLostRefund(
  api: MercadoPagoApi,
  paymentIds: readonly string[],
  amount: number,
  { notBefore, otherRefundIds }: LostRefundAnswer,
): Promise<MercadoPagoResult<MercadoPagoRefund>> {
  const knownIds = new Set(otherRefundIds.flatMap((id) => id.split(ID_SEPARATOR)));
  const earliestTime = notBefore.getTime() - CLOCK_TOLERANCE_MS;
  const isLostRefund = ({ id, date_created, ...listedRefund }: ListedRefund) =>
    listedRefund.amount === amount &&
    (listedRefund.status === 'approved' || listedRefund.status === 'in_process') &&
    (date_created?.getTime() ?? earliestTime) >= earliestTime &&
    !knownIds.has(id);
  for (const paymentId of paymentIds) {
    const refunds = await listRefunds(api, paymentId);
    if (refunds.kind !== 'done') return refunds;
    const lostRefund = refunds.value.find(isLostRefund);
    if (lostRefund) return doneResult(lostRefund);
  }
  return missingResult;
}
