import type { Refund, RefundRequest } from '../../ports/payment-provider.ts';
import type { Ask, Outcome } from './asking.ts';
import { receivedOf } from './facts.ts';
import { listRefunds } from './listing.ts';
import {
  intentId,
  intentShape,
  ORDER_KEY,
  REFUND_KEY,
  type RefundShape,
  refundShape,
} from './shapes.ts';

/** The refund as it stands, or why there is none: `refused` for money that is not there to give. */
type RefundOutcome = Outcome<Refund>;

const statuses: Readonly<Record<RefundShape['status'], Refund['status']>> = {
  pending: 'pending',
  requires_action: 'pending',
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'failed',
};

const refundOf = ({ id, status }: RefundShape): RefundOutcome => ({
  is: 'done',
  value: { refundId: id, status: statuses[status] },
});

const nothingLeft: RefundOutcome = { is: 'refused', code: '', param: '' };

/** What is decided before anything is asked for: null when there is money to give back. */
async function decided(ask: Ask, request: RefundRequest): Promise<RefundOutcome | null> {
  const { providerPaymentId: id, amount, orderId, idempotencyKey } = request;
  const intent = await ask('read payment', intentShape, (stripe, options) =>
    stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] }, options),
  );
  // Only what is asked for a refund may be refused for want of money.
  if (intent.is !== 'done') return intent.is === 'missing' ? intent : { is: 'failed' };
  if (intent.value.metadata[ORDER_KEY] !== orderId) return { is: 'missing' };
  // Stripe forgets keys after a day; what it was told with a refund it keeps.
  const refunds = await listRefunds(ask, id);
  if (refunds.is !== 'done') return { is: 'failed' };
  const same = refunds.value.find(({ metadata }) => metadata[REFUND_KEY] === idempotencyKey);
  if (same) return refundOf(same);
  const gone = intent.value.latest_charge?.amount_refunded ?? 0;
  return amount > receivedOf(intent.value) - gone ? nothingLeft : null;
}

/** The money went back by another way, or is held until a dispute is over. */
const GONE = ['charge_already_refunded', 'charge_disputed'];

/** Gives money back once for each key, however often and however much later it is asked. */
export async function giveBack(ask: Ask, request: RefundRequest): Promise<RefundOutcome> {
  const { providerPaymentId, amount, orderId, idempotencyKey } = request;
  if (!intentId.safeParse(providerPaymentId).success) return { is: 'missing' };
  const before = await decided(ask, request);
  if (before) return before;
  const made = await ask('make refund', refundShape, (stripe, options) =>
    stripe.refunds.create(
      {
        payment_intent: providerPaymentId,
        amount,
        metadata: { [ORDER_KEY]: orderId, [REFUND_KEY]: idempotencyKey },
      },
      { ...options, idempotencyKey: `refund-${idempotencyKey}` },
    ),
  );
  if (made.is === 'done') return refundOf(made.value);
  if (made.is !== 'refused' || GONE.includes(made.code)) return made;
  // Stripe has no code for "more than is left": whether somebody came first, the payment tells.
  return (await decided(ask, request)) ?? { is: 'failed' };
}
