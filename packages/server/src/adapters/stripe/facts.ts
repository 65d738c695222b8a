import type { PaymentFacts, PaymentMethod, PaymentStatus } from '../../ports/payment-provider.ts';
import type { Ask, Outcome } from './asking.ts';
import { listDisputes, listRefunds } from './listing.ts';
import { type IntentShape, ORDER_KEY, REFUND_KEY, type SessionShape } from './shapes.ts';

type Charge = NonNullable<IntentShape['latest_charge']>;

/** What arrived, in centavos: money that is only authorised or under way does not count. */
export const receivedOf = (intent: IntentShape | null): number =>
  intent?.status === 'succeeded' ? intent.amount_received : 0;

const sum = (parts: readonly { readonly amount: number }[]) =>
  parts.reduce((total, { amount }) => total + amount, 0);

/** What came of a payment's refunds and disputes. */
type Returned = Pick<PaymentFacts, 'amountRefunded'> & { readonly failedRefunds: string[] };

/**
 * What went back for good, in centavos, and which refunds of ours did not. Stripe takes disputed money
 * away at once and brings it back when the dispute is won, so only a lost one counts.
 */
async function returnedOf(ask: Ask, intent: string, charge: Charge): Promise<Outcome<Returned>> {
  const refunds = await listRefunds(ask, intent);
  if (refunds.is !== 'done') return refunds;
  let total = sum(refunds.value.filter(({ status }) => status === 'succeeded'));
  const failed = refunds.value.filter(({ status }) => status === 'failed' || status === 'canceled');
  const failedRefunds = failed.flatMap(({ metadata }) => metadata[REFUND_KEY] ?? []);
  if (charge.disputed) {
    const disputes = await listDisputes(ask, intent);
    if (disputes.is !== 'done') return disputes;
    total += sum(disputes.value.filter(({ status }) => status === 'lost'));
  }
  return { is: 'done', value: { amountRefunded: total, failedRefunds } };
}

function statusOf(
  { status, payment_intent: intent }: SessionShape,
  amountPaid: number,
  amountRefunded: number,
): PaymentStatus {
  if (amountPaid > 0) return amountRefunded >= amountPaid ? 'refunded' : 'paid';
  if (status === 'expired') return 'expired';
  const failed = intent?.status === 'requires_payment_method' && Boolean(intent.last_payment_error);
  // A page that was filled in takes no second attempt: a Pix that ran out ends the checkout.
  if (status === 'complete') {
    return failed || intent?.status === 'canceled' ? 'expired' : 'pending';
  }
  return failed ? 'declined' : 'pending';
}

const methodOf = (type: string | undefined): PaymentMethod | null =>
  type === 'pix' || type === 'card' ? type : null;

/** The central bank's ids look like this; in test mode Stripe makes up others. */
const endToEnd = /^E[0-9A-Za-z]{31}$/;

function paymentOf(charge: Charge | null, intent: IntentShape) {
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

/** What a checkout of ours came to; `missing` for one of another shop in the same account. */
export async function factsOf(ask: Ask, session: SessionShape): Promise<Outcome<PaymentFacts>> {
  const orderId = session.metadata[ORDER_KEY];
  if (orderId === undefined || session.currency !== 'brl') return { is: 'missing' };
  const intent = session.payment_intent;
  const amountPaid = receivedOf(intent);
  const charge = intent?.latest_charge ?? null;
  const returned: Outcome<Returned> =
    intent && charge && amountPaid > 0
      ? await returnedOf(ask, intent.id, charge)
      : { is: 'done', value: { amountRefunded: 0, failedRefunds: [] } };
  if (returned.is !== 'done') return returned;
  const { failedRefunds } = returned.value;
  const amountRefunded = Math.min(returned.value.amountRefunded, amountPaid);
  const value: PaymentFacts = {
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
