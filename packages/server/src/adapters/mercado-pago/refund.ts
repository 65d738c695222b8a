import { err, ok, type Result } from '../../platform/result.ts';
import type { Refund, RefundRequest } from '../../ports/payment-provider.ts';
import {
  doneResult,
  failedResult,
  type MercadoPagoApi,
  type MercadoPagoResult,
  missingResult,
} from './api.ts';
import {
  combineRefundIds,
  findLostRefund,
  getRefund,
  readKnownRefund,
  refundHeaders,
} from './find-refund.ts';
import { toReais } from './money.ts';
import { hasArrived } from './payment-record.ts';
import { getPayment, listPayments } from './provider-order.ts';
import { isPaymentId, type MercadoPagoPayment, type MercadoPagoRefund, refund } from './schemas.ts';

type RefundResult = Result<Refund, 'payment_unavailable' | 'payment_processed' | 'not_found'>;

/**
 * Error codes of refunds that can never succeed: no money left to return, amount too large, payment too old, or no
 * partial refunds.
 */
const finalRefusalCodes = ['2063', '2018', '2024', '15016', '3024', '4296'];

/**
 * Error codes that mean that another call with the same key is running. While that call runs, the payment's remaining
 * amount does not show whether the refund succeeds.
 */
const concurrentCallCodes = ['2032'];

/** Sends one refund of one payment under one idempotency key and returns the refund's current state. */
async function sendRefund(
  api: MercadoPagoApi,
  paymentId: string,
  amount: number,
  key: string,
): Promise<MercadoPagoResult<MercadoPagoRefund>> {
  const createdRefund = await api(refund, {
    method: 'POST',
    path: ['v1', 'payments', paymentId, 'refunds'],
    body: { amount: toReais(amount) },
    headers: { ...refundHeaders, 'x-idempotency-key': key },
  });
  if (createdRefund.kind !== 'done' || createdRefund.value.status !== 'in_process')
    return createdRefund;
  // A request with a repeated key only returns the first response again, so the refund is read for its current state.
  const currentRefund = await getRefund(api, paymentId, createdRefund.value.id);
  return currentRefund.kind === 'done' ? currentRefund : createdRefund;
}

/** Sends a part of a refund to one payment, unless an earlier call whose answer was lost has made that part. */
async function sendOrFindPart(
  api: MercadoPagoApi,
  paymentId: string,
  partAmount: number,
  { idempotencyKey, lostAnswer }: RefundRequest,
): Promise<MercadoPagoResult<MercadoPagoRefund>> {
  if (lostAnswer) {
    const lostPart = await findLostRefund(api, [paymentId], partAmount, lostAnswer);
    if (lostPart.kind !== 'missing') return lostPart;
  }
  return sendRefund(api, paymentId, partAmount, `${idempotencyKey}-${paymentId}`);
}

const refundStatuses = {
  approved: 'succeeded',
  in_process: 'pending',
  rejected: 'failed',
  cancelled: 'failed',
} as const;

function combineRefunds(refundParts: readonly MercadoPagoRefund[]): Refund {
  const partStatuses = new Set(refundParts.map(({ status }) => refundStatuses[status]));
  const status = partStatuses.has('failed')
    ? 'failed'
    : partStatuses.has('pending')
      ? 'pending'
      : 'succeeded';
  return { refundId: combineRefundIds(refundParts), status };
}

/**
 * Whether a refusal is final. Not every code is documented, so for unknown codes the payment's remaining amount
 * decides. Other causes, such as too little money in the shop's account, are temporary.
 */
async function isFinalRefusal(
  api: MercadoPagoApi,
  outcome: MercadoPagoResult<unknown>,
  paymentId: string,
  amount: number,
): Promise<boolean> {
  if (
    outcome.kind !== 'refused' ||
    outcome.codes.some((code) => concurrentCallCodes.includes(code))
  )
    return false;
  if (outcome.codes.some((code) => finalRefusalCodes.includes(code))) return true;
  const currentPayment = await getPayment(api, paymentId);
  if (currentPayment.kind !== 'done') return false;
  const { transaction_amount: amountPaid, transaction_amount_refunded: amountRefunded } =
    currentPayment.value;
  return !hasArrived(currentPayment.value) || amount > amountPaid - (amountRefunded ?? 0);
}

/**
 * Refunds an amount from several payments of one order. How the amount is divided depends only on what was paid, never
 * on what is left, so that each part has the same key and amount when the refund is repeated after a crash. A payment
 * whose refund Mercado Pago refuses for good is skipped.
 */
async function refundFromPayments(
  api: MercadoPagoApi,
  payments: readonly MercadoPagoPayment[],
  request: RefundRequest,
): Promise<MercadoPagoResult<MercadoPagoRefund[]>> {
  const refunds: MercadoPagoRefund[] = [];
  let remainingAmount = request.amount;
  for (const { id, transaction_amount } of payments) {
    const partAmount = Math.min(remainingAmount, transaction_amount);
    const createdRefund =
      partAmount > 0 ? await sendOrFindPart(api, id, partAmount, request) : null;
    if (createdRefund === null || (await isFinalRefusal(api, createdRefund, id, partAmount)))
      continue;
    if (createdRefund.kind !== 'done') return createdRefund;
    refunds.push(createdRefund.value);
    remainingAmount -= partAmount;
  }
  return remainingAmount === 0 ? doneResult(refunds) : { kind: 'refused', codes: [] };
}

/** Divides a refund among all payments of the order, because an order may have been paid twice. */
async function refundFromOtherPayments(
  api: MercadoPagoApi,
  request: RefundRequest,
): Promise<RefundResult> {
  const foundPayments = await listPayments(api, request.orderId);
  if (foundPayments.kind !== 'done') return err('payment_unavailable');
  const arrivedPayments = foundPayments.value.filter(hasArrived);
  const paidAmount = arrivedPayments.reduce((sum, payment) => sum + payment.transaction_amount, 0);
  const requestedPayments = arrivedPayments.filter(({ id }) => id === request.providerPaymentId);
  const otherPayments = arrivedPayments.filter(({ id }) => id !== request.providerPaymentId);
  if (otherPayments.length === 0 || request.amount > paidAmount) return err('payment_processed');
  const createdRefunds = await refundFromPayments(
    api,
    [...requestedPayments, ...otherPayments],
    request,
  );
  if (createdRefunds.kind === 'done') return ok(combineRefunds(createdRefunds.value));
  return err(createdRefunds.kind === 'refused' ? 'payment_processed' : 'payment_unavailable');
}

/**
 * Reads a refund that an earlier call made: by its known id, or found by its amount when the answer may be lost. Missing
 * when it has to be sent.
 */
async function readEarlierRefund(
  api: MercadoPagoApi,
  request: RefundRequest,
): Promise<MercadoPagoResult<MercadoPagoRefund[]>> {
  const { orderId, providerPaymentId, amount, refundId, lostAnswer } = request;
  if (refundId) {
    const knownRefund = await readKnownRefund(api, request, refundId);
    return knownRefund.kind === 'done' ? knownRefund : failedResult;
  }
  if (!lostAnswer) return missingResult;
  const payments = await listPayments(api, orderId);
  if (payments.kind !== 'done') return failedResult;
  const paymentIds = new Set([providerPaymentId, ...payments.value.map(({ id }) => id)]);
  const lostRefund = await findLostRefund(api, [...paymentIds], amount, lostAnswer);
  return lostRefund.kind === 'done' ? doneResult([lostRefund.value]) : lostRefund;
}

/**
 * Refunds from the requested payment; if the refusal of that refund is final, from all payments of the order. A refund
 * that an earlier call made is only read.
 */
export async function refundPayment(
  api: MercadoPagoApi,
  request: RefundRequest,
): Promise<RefundResult> {
  const { providerPaymentId, amount, idempotencyKey } = request;
  if (!isPaymentId(providerPaymentId)) return err('not_found');
  const earlierRefund = await readEarlierRefund(api, request);
  if (earlierRefund.kind === 'done') return ok(combineRefunds(earlierRefund.value));
  if (earlierRefund.kind !== 'missing') return err('payment_unavailable');
  const createdRefund = await sendRefund(api, providerPaymentId, amount, idempotencyKey);
  if (createdRefund.kind === 'done') return ok(combineRefunds([createdRefund.value]));
  if (createdRefund.kind === 'missing') return err('not_found');
  const isFinal = await isFinalRefusal(api, createdRefund, providerPaymentId, amount);
  return isFinal ? refundFromOtherPayments(api, request) : err('payment_unavailable');
}
