import type { Dispute } from '@guilda/contract/orders/dispute';
import type { Payment } from '@guilda/contract/orders/orders';

/** The unresolved dispute of an order; null without a dispute and after its end. */
export function unresolvedDisputeOf({ dispute }: Pick<Payment, 'dispute'>): Dispute | null {
  // `dispute` is undefined in answers of a server that is older than the dispute feature.
  return dispute && dispute.state !== 'resolved' ? dispute : null;
}

/** How a resolved dispute ended, in more detail than its outcome; null while it is unresolved. */
export type DisputeEnding =
  | 'returned'
  | 'unanswered'
  | 'taken_back'
  | 'agreed'
  | 'withdrawn'
  | 'decided';

/**
 * Who ended an order's dispute and how: the seller returned the whole price or did not answer in time, the payment
 * provider returned the money, the buyer accepted the offer or withdrew, or the team decided.
 */
export function disputeEndingOf({ dispute }: Pick<Payment, 'dispute'>): DisputeEnding | null {
  if (!dispute?.outcome) return null;
  if (dispute.decisionReason !== null) return 'decided';
  if (dispute.outcome === 'withdrawn') return 'withdrawn';
  if (dispute.outcome === 'partly_refunded') return 'agreed';
  const { answer, answerBy, decidedAt } = dispute;
  if (answer?.accept) return 'returned';
  const hasLapsed = answer === null && decidedAt !== null && decidedAt >= answerBy;
  return hasLapsed ? 'unanswered' : 'taken_back';
}
