import {
  arrivedStatus,
  type PaymentMethod,
  type PaymentRecord,
  type PaymentStatus,
} from '../../ports/payment-provider.ts';
import type { StripeApi, StripeResult } from './api.ts';
import { toChargebacks } from './chargebacks.ts';
import { listDisputes, listRefunds } from './list-refunds.ts';
import {
  type CheckoutSession,
  ORDER_METADATA_KEY,
  type PaymentIntent,
  REFUND_METADATA_KEY,
} from './schemas.ts';

type StripeCharge = NonNullable<PaymentIntent['latest_charge']>;

/** Received money in centavos; authorised or pending money does not count. */
export const receivedAmount = (intent: PaymentIntent | null): number =>
  intent?.status === 'succeeded' ? intent.amount_received : 0;

const sumAmounts = (amounts: readonly { readonly amount: number }[]) =>
  amounts.reduce((total, { amount }) => total + amount, 0);

type ReturnedMoney = Required<
  Pick<PaymentRecord, 'amountRefunded' | 'failedRefunds' | 'chargebacks'>
>;

const nothingReturned: ReturnedMoney = { amountRefunded: 0, failedRefunds: [], chargebacks: [] };

/** Reads how many centavos were refunded, which of Guilda's refunds failed, and the disputes about the payment. */
async function readReturnedMoney(
  api: StripeApi,
  intent: string,
  charge: StripeCharge,
): Promise<StripeResult<ReturnedMoney>> {
  const refunds = await listRefunds(api, intent);
  if (refunds.kind !== 'done') return refunds;
  const amountRefunded = sumAmounts(refunds.value.filter(({ status }) => status === 'succeeded'));
  const refundsWithoutMoney = refunds.value.filter(
    ({ status }) => status === 'failed' || status === 'canceled',
  );
  const failedRefunds = refundsWithoutMoney.flatMap(
    ({ metadata }) => metadata[REFUND_METADATA_KEY] ?? [],
  );
  if (!charge.disputed) {
    return { kind: 'done', value: { amountRefunded, failedRefunds, chargebacks: [] } };
  }
  const disputes = await listDisputes(api, intent);
  if (disputes.kind !== 'done') return disputes;
  const isPix = charge.payment_method_details?.type === 'pix';
  const chargebacks = toChargebacks(disputes.value, isPix ? 'pix' : 'card');
  return { kind: 'done', value: { amountRefunded, failedRefunds, chargebacks } };
}

function paymentStatusOf(
  { status, payment_intent: intent }: CheckoutSession,
  amountPaid: number,
  returnedMoney: ReturnedMoney,
): PaymentStatus {
  if (amountPaid > 0) return arrivedStatus({ amountPaid, ...returnedMoney });
  if (status === 'expired') return 'expired';
  const hasFailed =
    intent?.status === 'requires_payment_method' && Boolean(intent.last_payment_error);
  // A completed checkout page accepts no second attempt: an expired Pix ends the checkout.
  if (status === 'complete') {
    return hasFailed || intent?.status === 'canceled' ? 'expired' : 'pending';
  }
  return hasFailed ? 'declined' : 'pending';
}

const paymentMethodOf = (type: string | undefined): PaymentMethod | null =>
  type === 'pix' || type === 'card' ? type : null;

/** Format of the central bank's end-to-end ids; in test mode Stripe uses other formats. */
const endToEndIdPattern = /^E[0-9A-Za-z]{31}$/;

function paymentFields(charge: StripeCharge | null, intent: PaymentIntent) {
  const details = charge?.payment_method_details;
  const transferId = details?.pix?.bank_transaction_id ?? '';
  return {
    providerPaymentId: intent.id,
    method: paymentMethodOf(details?.type),
    paidAt: charge === null ? null : new Date(charge.created * 1000),
    endToEndId: endToEndIdPattern.test(transferId) ? transferId : null,
  };
}

const unpaidFields = { providerPaymentId: null, method: null, paidAt: null, endToEndId: null };

/** Reads the payment record of a checkout session; `missing` for a session of another shop in the same account. */
export async function readPaymentRecord(
  api: StripeApi,
  session: CheckoutSession,
): Promise<StripeResult<PaymentRecord>> {
  const orderId = session.metadata[ORDER_METADATA_KEY];
  if (orderId === undefined || session.currency !== 'brl') return { kind: 'missing' };
  const intent = session.payment_intent;
  const amountPaid = receivedAmount(intent);
  const charge = intent?.latest_charge ?? null;
  const returnedResult: StripeResult<ReturnedMoney> =
    intent && charge && amountPaid > 0
      ? await readReturnedMoney(api, intent.id, charge)
      : { kind: 'done', value: nothingReturned };
  if (returnedResult.kind !== 'done') return returnedResult;
  const { failedRefunds, chargebacks } = returnedResult.value;
  const amountRefunded = Math.min(returnedResult.value.amountRefunded, amountPaid);
  const record: PaymentRecord = {
    orderId,
    status: paymentStatusOf(session, amountPaid, returnedResult.value),
    amount: session.amount_total,
    amountPaid,
    amountRefunded,
    ...(failedRefunds.length > 0 && { failedRefunds }),
    ...(chargebacks.length > 0 && { chargebacks }),
    providerCheckoutId: session.id,
    ...(intent && amountPaid > 0 ? paymentFields(charge, intent) : unpaidFields),
  };
  return { kind: 'done', value: record };
}
