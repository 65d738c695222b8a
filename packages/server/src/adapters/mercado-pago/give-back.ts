import { err, ok, type Result } from '../../platform/result.ts';
import type { Refund, RefundRequest } from '../../ports/payment-provider.ts';
import { type Api, done, type Outcome } from './api.ts';
import { hasArrived } from './facts.ts';
import { getPayment, paymentsOf } from './known-order.ts';
import { reaisOf } from './money.ts';
import { isPaymentId, type Payment, type RefundResource, refund } from './resources.ts';

type Answer = Result<Refund, 'payment_unavailable' | 'payment_processed' | 'not_found'>;

/** Refusals that end a refund: nothing (more) to give back, too much, too old, not in parts. */
const final = ['2063', '2018', '2024', '15016', '3024', '4296'];

/** Another call with the same key is under way: what is left meanwhile says nothing of this refund. */
const busy = ['2032'];

/** Without it a Pix refund that takes its time is told as an error. */
const headers = { 'x-render-in-process-refunds': 'true' };

/** One refund of one payment, under one key, as it stands now. */
async function send(
  api: Api,
  paymentId: string,
  amount: number,
  key: string,
): Promise<Outcome<RefundResource>> {
  const path = ['v1', 'payments', paymentId, 'refunds'];
  const body = { amount: reaisOf(amount) };
  const made = await api(refund, {
    method: 'POST',
    path,
    body,
    headers: { ...headers, 'x-idempotency-key': key },
  });
  if (made.is !== 'done' || made.value.status !== 'in_process') return made;
  // The key gives the first answer again; what became of it stands with the refund.
  return api(refund, { method: 'GET', path: [...path, made.value.id], headers });
}

const statuses = {
  approved: 'succeeded',
  in_process: 'pending',
  rejected: 'failed',
  cancelled: 'failed',
} as const;

function told(parts: readonly RefundResource[]): Refund {
  const found = new Set(parts.map(({ status }) => statuses[status]));
  const status = found.has('failed') ? 'failed' : found.has('pending') ? 'pending' : 'succeeded';
  return { refundId: parts.map(({ id }) => id).join('+'), status };
}

/**
 * Whether a payment refused for good to give an amount back. Not every code of theirs is written
 * down, so the payment itself is asked about the rest; others, such as an empty account of the shop,
 * may pass.
 */
async function isFinal(
  api: Api,
  outcome: Outcome<unknown>,
  paymentId: string,
  amount: number,
): Promise<boolean> {
  if (outcome.is !== 'refused' || outcome.codes.some((code) => busy.includes(code))) return false;
  if (outcome.codes.some((code) => final.includes(code))) return true;
  const now = await getPayment(api, paymentId);
  if (now.is !== 'done') return false;
  const { transaction_amount: paid, transaction_amount_refunded: back } = now.value;
  return !hasArrived(now.value) || amount > paid - (back ?? 0);
}

/**
 * Gives an amount back from several payments of one order, in a fixed order and by parts that depend
 * on what was paid alone, never on what is left: so each part has the same key and amount whenever
 * this is done again, after whatever crash. A payment that refuses its part is passed over.
 */
async function fromSeveral(
  api: Api,
  payments: readonly Payment[],
  { amount, idempotencyKey }: RefundRequest,
): Promise<Outcome<RefundResource[]>> {
  const parts: RefundResource[] = [];
  let rest = amount;
  for (const { id, transaction_amount } of payments) {
    const part = Math.min(rest, transaction_amount);
    const made = part > 0 ? await send(api, id, part, `${idempotencyKey}-${id}`) : null;
    if (made === null || (await isFinal(api, made, id, part))) continue;
    if (made.is !== 'done') return made;
    parts.push(made.value);
    rest -= part;
  }
  return rest === 0 ? done(parts) : { is: 'refused', codes: [] };
}

/** What to do when the payment named alone does not give it: an order may have been paid twice. */
async function fromTheRest(api: Api, request: RefundRequest): Promise<Answer> {
  const found = await paymentsOf(api, request.orderId);
  if (found.is !== 'done') return err('payment_unavailable');
  const money = found.value.filter(hasArrived);
  const paid = money.reduce((sum, each) => sum + each.transaction_amount, 0);
  const first = money.filter(({ id }) => id === request.providerPaymentId);
  const others = money.filter(({ id }) => id !== request.providerPaymentId);
  if (others.length === 0 || request.amount > paid) return err('payment_processed');
  const made = await fromSeveral(api, [...first, ...others], request);
  if (made.is === 'done') return ok(told(made.value));
  return err(made.is === 'refused' ? 'payment_processed' : 'payment_unavailable');
}

/** Gives money of an order back: from the payment named, or from its others as well. */
export async function giveBack(api: Api, request: RefundRequest): Promise<Answer> {
  const { providerPaymentId, amount, idempotencyKey } = request;
  if (!isPaymentId(providerPaymentId)) return err('not_found');
  const made = await send(api, providerPaymentId, amount, idempotencyKey);
  if (made.is === 'done') return ok(told([made.value]));
  if (made.is === 'missing') return err('not_found');
  const over = await isFinal(api, made, providerPaymentId, amount);
  return over ? fromTheRest(api, request) : err('payment_unavailable');
}
