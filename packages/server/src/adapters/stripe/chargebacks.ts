import type { Chargeback, PaymentMethod } from '../../ports/payment-provider.ts';
import type { StripeDispute } from './schemas.ts';

/** Whether Stripe withdraws no money: the bank only enquires (`warning_…`), or the dispute was prevented. */
const isWithoutWithdrawal = ({ status }: StripeDispute): boolean =>
  status.startsWith('warning_') || status === 'prevented';

const statusOf = ({ status }: StripeDispute): Chargeback['status'] =>
  status === 'won' || status === 'lost' ? status : 'open';

function evidenceDeadlineOf({ evidence_details }: StripeDispute): Date | null {
  const dueSeconds = evidence_details?.due_by;
  return dueSeconds ? new Date(dueSeconds * 1000) : null;
}

/**
 * Converts the disputes about a payment, oldest first. Stripe withdraws disputed money at once and returns it when the
 * seller wins the dispute. `kind` is the method of the payment.
 */
export const toChargebacks = (
  disputes: readonly StripeDispute[],
  kind: PaymentMethod,
): Chargeback[] =>
  disputes
    .filter((dispute) => !isWithoutWithdrawal(dispute) && dispute.amount > 0)
    .toSorted((a, b) => a.created - b.created || (a.id < b.id ? -1 : 1))
    .map((dispute) => ({
      id: dispute.id,
      kind,
      amount: dispute.amount,
      status: statusOf(dispute),
      evidenceBy: evidenceDeadlineOf(dispute),
    }));
