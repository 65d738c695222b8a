import { decimal, id, instant } from './common.ts';
import { z } from './schema.ts';

/** Why a buyer disputes an order. */
export const disputeReasons = ['not_delivered', 'not_as_described', 'other'] as const;

/** `open`: waits for the seller's answer; `answered`: the seller contests; `resolved`: ended with an outcome. */
export const disputeStates = ['open', 'answered', 'resolved'] as const;

/**
 * How a dispute ended: everything went back to the buyer, a part did, the seller keeps everything by a decision of the
 * team, or the buyer withdrew.
 */
export const disputeOutcomes = ['refunded', 'partly_refunded', 'released', 'withdrawn'] as const;

/** The seller's answer; `message` and `offer` are null when the seller only accepted. */
const disputeAnswer = z.object({
  accept: z.boolean(),
  message: z.string().nullable(),
  /** The part of the price that the seller offers to give back. */
  offer: decimal.nullable(),
});

/** The dispute of an order (`docs/product/orders.md`), as its buyer, its seller and the team see it. */
export const dispute = z.object({
  id,
  state: z.enum(disputeStates),
  reason: z.enum(disputeReasons),
  description: z.string(),
  openedAt: instant,
  /** Without an answer of the seller until then, everything goes back to the buyer. */
  answerBy: instant,
  /** When the team wants to have decided at the latest. */
  decideBy: instant,
  answer: disputeAnswer.nullable(),
  /** When the seller first answered; null while there is no answer. */
  answeredAt: instant.nullable(),
  outcome: z.enum(disputeOutcomes).nullable(),
  /** What the outcome gave back to the buyer; `"0.00"` while it is unresolved. */
  refundedAmount: decimal,
  decidedAt: instant.nullable(),
  /** The reason of the team's decision, which both people read; null when the two agreed or nobody answered. */
  decisionReason: z.string().nullable(),
});
export type Dispute = z.infer<typeof dispute>;
