import type { PaymentMethod, PaymentRecord, PaymentStatus } from '../../ports/payment-provider.ts';
import type { StripeApi, StripeResult } from './api.ts';
import { listDisputes, listRefunds } from './list-refunds.ts';
import { type CheckoutSession, ORDER_KEY, type PaymentIntent, REFUND_KEY } from './schemas.ts';

type Charge = NonNullable<PaymentIntent['latest_charge']>;

/** Received centavos; authorised or pending money does not count. */
export const receivedOf = (intent: PaymentIntent | null): number =>
  intent?.status === 'succeeded' ? intent.amount_received : 0;

const sum = (parts: readonly { readonly amount: number }[]) =>
  parts.reduce((total, { amount }) => total + amount, 0);

type Returned = Pick<PaymentRecord, 'amountRefunded'> & { readonly failedRefunds: string[] };

/**
 * Centavos that were returned for good, and the refunds of ours that failed. Stripe withdraws disputed money
 * at once and returns it when the dispute is won, so only lost disputes count.
 */
async function returnedOf(
  api: StripeApi,
  intent: string,
  charge: Charge,
): Promise<StripeResult<Returned>> {
  const refunds = await listRefunds(api, intent);
  if (refunds.is !== 'done') return refunds;
  let total = sum(refunds.value.filter(({ status }) => status === 'succeeded'));
  const failed = refunds.value.filter(({ status }) => status === 'failed' || status === 'canceled');
  const failedRefunds = failed.flatMap(({ metadata }) => metadata[REFUND_KEY] ?? []);
  if (charge.disputed) {
    const disputes = await listDisputes(api, intent);
    if (disputes.is !== 'done') return disputes;
    total += sum(disputes.value.filter(({ status }) => status === 'lost'));
  }
  return { is: 'done', value: { amountRefunded: total, failedRefunds } };
}

function statusOf(
  { status, payment_intent: intent }: CheckoutSession,
  amountPaid: number,
  amountRefunded: number,
): PaymentStatus {
  if (amountPaid > 0) return amountRefunded >= amountPaid ? 'refunded' : 'paid';
  if (status === 'expired') return 'expired';
  const failed = intent?.status === 'requires_payment_method' && Boolean(intent.last_payment_error);
  // A completed page takes no second attempt: an expired Pix ends the checkout.
  if (status === 'complete') {
    return failed || intent?.status === 'canceled' ? 'expired' : 'pending';
  }
  return failed ? 'declined' : 'pending';
}

const methodOf = (type: string | undefined): PaymentMethod | null =>
  type === 'pix' || type === 'card' ? type : null;

/** Format of the central bank's ids; in test mode Stripe uses others. */
const endToEnd = /^E[0-9A-Za-z]{31}$/;

function paymentOf(charge: Charge | null, intent: PaymentIntent) {
  const details = charge?.payment_method_details;
  const transfer = details?.pix?.bank_transaction_id ?? '';
  return {
    providerPaymentId: intent.id,
    method: methodOf(details?.type),
    paidAt: charge === null ? null : new Date(charge.created * 1000),
    endToEndId: endToEnd.test(transfer) ? transfer : null,
  };
}

const unpaid = { providerPaymentId: null, method: null, paidAt: null, endToEndId: null };

/** The payment record of a checkout session; `missing` for one of another shop in the same account. */
export async function paymentRecordOf(
  api: StripeApi,
  session: CheckoutSession,
): Promise<StripeResult<PaymentRecord>> {
  const orderId = session.metadata[ORDER_KEY];
  if (orderId === undefined || session.currency !== 'brl') return { is: 'missing' };
  const intent = session.payment_intent;
  const amountPaid = receivedOf(intent);
  const charge = intent?.latest_charge ?? null;
  const returned: StripeResult<Returned> =
    intent && charge && amountPaid > 0
      ? await returnedOf(api, intent.id, charge)
      : { is: 'done', value: { amountRefunded: 0, failedRefunds: [] } };
  if (returned.is !== 'done') return returned;
  const { failedRefunds } = returned.value;
  const amountRefunded = Math.min(returned.value.amountRefunded, amountPaid);
  const value: PaymentRecord = {
    orderId,
    status: statusOf(session, amountPaid, amountRefunded),
    amount: session.amount_total,
    amountPaid,
    amountRefunded,
    ...(failedRefunds.length > 0 && { failedRefunds }),
    providerCheckoutId: session.id,
    ...(intent && amountPaid > 0 ? paymentOf(charge, intent) : unpaid),
  };
  return { is: 'done', value };
}
