import type { Refund, RefundRequest } from '../../ports/payment-provider.ts';
import type { StripeApi, StripeResult } from './api.ts';
import { listRefunds } from './list-refunds.ts';
import { receivedAmount } from './payment-record.ts';
import {
  intentId,
  intentSchema,
  ORDER_METADATA_KEY,
  REFUND_METADATA_KEY,
  refundSchema,
  type StripeRefund,
} from './schemas.ts';

/** The refund, or the reason for its failure; `refused`: there is not enough money to return. */
type RefundOutcome = StripeResult<Refund>;

const refundStatuses: Readonly<Record<StripeRefund['status'], Refund['status']>> = {
  pending: 'pending',
  requires_action: 'pending',
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'failed',
};

const toRefundOutcome = ({ id, status }: StripeRefund): RefundOutcome => ({
  kind: 'done',
  value: { refundId: id, status: refundStatuses[status] },
});

const nothingLeftOutcome: RefundOutcome = { kind: 'refused', code: '', param: '' };

/** The outcome of a refund that was made before or cannot be made; null when the refund has to be requested. */
async function findKnownOutcome(
  api: StripeApi,
  request: RefundRequest,
): Promise<RefundOutcome | null> {
  const { providerPaymentId: id, amount, orderId, idempotencyKey } = request;
  const intent = await api('read payment', intentSchema, (stripe, options) =>
    stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] }, options),
  );
  // `refused` is reserved for too little money to refund, so a read that Stripe refuses becomes `failed`.
  if (intent.kind !== 'done') return intent.kind === 'missing' ? intent : { kind: 'failed' };
  if (intent.value.metadata[ORDER_METADATA_KEY] !== orderId) return { kind: 'missing' };
  // Stripe forgets idempotency keys after a day, but not the metadata of refunds.
  const refunds = await listRefunds(api, id);
  if (refunds.kind !== 'done') return { kind: 'failed' };
  const sameRefund = refunds.value.find(
    ({ metadata }) => metadata[REFUND_METADATA_KEY] === idempotencyKey,
  );
  if (sameRefund) return toRefundOutcome(sameRefund);
  const returnedAmount = intent.value.latest_charge?.amount_refunded ?? 0;
  return amount > receivedAmount(intent.value) - returnedAmount ? nothingLeftOutcome : null;
}

/** Error codes for money that was returned in another way, or is blocked until a dispute has ended. */
const ALREADY_RETURNED_CODES = ['charge_already_refunded', 'charge_disputed'];

/** Creates one refund for each idempotency key, no matter how often and how much later it is called with that key. */
export async function createRefund(api: StripeApi, request: RefundRequest): Promise<RefundOutcome> {
  const { providerPaymentId, amount, orderId, idempotencyKey } = request;
  if (!intentId.safeParse(providerPaymentId).success) return { kind: 'missing' };
  const knownOutcome = await findKnownOutcome(api, request);
  if (knownOutcome) return knownOutcome;
  const createdRefund = await api('make refund', refundSchema, (stripe, options) =>
    stripe.refunds.create(
      {
        payment_intent: providerPaymentId,
        amount,
        metadata: { [ORDER_METADATA_KEY]: orderId, [REFUND_METADATA_KEY]: idempotencyKey },
      },
      { ...options, idempotencyKey: `refund-${idempotencyKey}` },
    ),
  );
  if (createdRefund.kind === 'done') return toRefundOutcome(createdRefund.value);
  if (createdRefund.kind !== 'refused' || ALREADY_RETURNED_CODES.includes(createdRefund.code))
    return createdRefund;
  // Stripe has no error code for an amount above the remaining one: reading the payment shows whether another refund
  // came first.
  return (await findKnownOutcome(api, request)) ?? { kind: 'failed' };
}
