import { err, ok, type Result } from '../../platform/result.ts';
import type { Refund, RefundRequest } from '../../ports/payment-provider.ts';
import { doneResult, type MercadoPagoApi, type MercadoPagoResult } from './api.ts';
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

/** Error codes for another running call with the same key: the remaining amount then says nothing about this refund. */
const concurrentCallCodes = ['2032'];

/** Header without which a pending Pix refund is answered as an error. */
const refundHeaders = { 'x-render-in-process-refunds': 'true' };

/** Sends one refund of one payment under one idempotency key and returns the refund's current state. */
async function sendRefund(
  api: MercadoPagoApi,
  paymentId: string,
  amount: number,
  key: string,
): Promise<MercadoPagoResult<MercadoPagoRefund>> {
  const path = ['v1', 'payments', paymentId, 'refunds'];
  const body = { amount: toReais(amount) };
  const created = await api(refund, {
    method: 'POST',
    path,
    body,
    headers: { ...refundHeaders, 'x-idempotency-key': key },
  });
  if (created.is !== 'done' || created.value.status !== 'in_process') return created;
  // A request with a repeated key only returns the first response again, so the refund is read for its current state.
  return api(refund, { method: 'GET', path: [...path, created.value.id], headers: refundHeaders });
}

const refundStatuses = {
  approved: 'succeeded',
  in_process: 'pending',
  rejected: 'failed',
  cancelled: 'failed',
} as const;

function combineRefunds(refundParts: readonly MercadoPagoRefund[]): Refund {
  const found = new Set(refundParts.map(({ status }) => refundStatuses[status]));
  const status = found.has('failed') ? 'failed' : found.has('pending') ? 'pending' : 'succeeded';
  return { refundId: refundParts.map(({ id }) => id).join('+'), status };
}

/**
 * Whether a refusal is final. Not every code is documented, so for unknown codes the payment's remaining amount
 * decides; other causes, such as an empty account of the shop, may pass.
 */
async function isFinalRefusal(
  api: MercadoPagoApi,
  outcome: MercadoPagoResult<unknown>,
  paymentId: string,
  amount: number,
): Promise<boolean> {
  if (outcome.is !== 'refused' || outcome.codes.some((code) => concurrentCallCodes.includes(code)))
    return false;
  if (outcome.codes.some((code) => finalRefusalCodes.includes(code))) return true;
  const now = await getPayment(api, paymentId);
  if (now.is !== 'done') return false;
  const { transaction_amount: amountPaid, transaction_amount_refunded: amountRefunded } = now.value;
  return !hasArrived(now.value) || amount > amountPaid - (amountRefunded ?? 0);
}

/**
 * Refunds an amount from several payments of one order. The order of the payments and the parts depend only on what was
 * paid, never on what is left: each part has the same key and amount when the refund is repeated after a crash. A
 * payment that finally refuses its part is skipped.
 */
async function refundFromPayments(
  api: MercadoPagoApi,
  payments: readonly MercadoPagoPayment[],
  { amount, idempotencyKey }: RefundRequest,
): Promise<MercadoPagoResult<MercadoPagoRefund[]>> {
  const parts: MercadoPagoRefund[] = [];
  let rest = amount;
  for (const { id, transaction_amount } of payments) {
    const part = Math.min(rest, transaction_amount);
    const created = part > 0 ? await sendRefund(api, id, part, `${idempotencyKey}-${id}`) : null;
    if (created === null || (await isFinalRefusal(api, created, id, part))) continue;
    if (created.is !== 'done') return created;
    parts.push(created.value);
    rest -= part;
  }
  return rest === 0 ? doneResult(parts) : { is: 'refused', codes: [] };
}

/** Refunds from the order's other payments as well, because an order may have been paid twice. */
async function refundFromOtherPayments(
  api: MercadoPagoApi,
  request: RefundRequest,
): Promise<RefundResult> {
  const found = await listPayments(api, request.orderId);
  if (found.is !== 'done') return err('payment_unavailable');
  const money = found.value.filter(hasArrived);
  const paid = money.reduce((sum, each) => sum + each.transaction_amount, 0);
  const first = money.filter(({ id }) => id === request.providerPaymentId);
  const others = money.filter(({ id }) => id !== request.providerPaymentId);
  if (others.length === 0 || request.amount > paid) return err('payment_processed');
  const created = await refundFromPayments(api, [...first, ...others], request);
  if (created.is === 'done') return ok(combineRefunds(created.value));
  return err(created.is === 'refused' ? 'payment_processed' : 'payment_unavailable');
}

/** Refunds money of an order: from the payment in the request, or from the order's other payments as well. */
export async function refundPayment(
  api: MercadoPagoApi,
  request: RefundRequest,
): Promise<RefundResult> {
  const { providerPaymentId, amount, idempotencyKey } = request;
  if (!isPaymentId(providerPaymentId)) return err('not_found');
  const created = await sendRefund(api, providerPaymentId, amount, idempotencyKey);
  if (created.is === 'done') return ok(combineRefunds([created.value]));
  if (created.is === 'missing') return err('not_found');
  const isFinal = await isFinalRefusal(api, created, providerPaymentId, amount);
  return isFinal ? refundFromOtherPayments(api, request) : err('payment_unavailable');
}
