import { decimal, id, instant } from '../common.ts';
import { z } from '../schema.ts';

/** Why a buyer disputes an order. */
export const disputeReasons = ['not_delivered', 'not_as_described', 'other'] as const;

/**
 * States of a dispute. `open`: waits for the seller's answer; `answered`: the seller contests; `resolved`: ended with
 * an outcome.
 */
export const disputeStates = ['open', 'answered', 'resolved'] as const;

/**
 * How a dispute ended: the whole price was refunded, a part was refunded, the team decided for the seller, or the buyer
 * withdrew.
 */
export const disputeOutcomes = ['refunded', 'partly_refunded', 'released', 'withdrawn'] as const;

/** The seller's answer; `message` and `offer` are null when the seller only accepted the dispute. */
const disputeAnswer = z.object({
  accept: z.boolean(),
  message: z.string().nullable(),
  /** The part of the price that the seller offers to return. */
  offer: decimal.nullable(),
});

/** The dispute of an order (`docs/product/orders.md`), as its buyer, its seller and the team see it. */
export const dispute = z.object({
  id,
  state: z.enum(disputeStates),
  reason: z.enum(disputeReasons),
  description: z.string(),
  openedAt: instant,
  /** Time by which the seller must answer; otherwise the whole price is refunded to the buyer. */
  answerBy: instant,
  /** Time by which the team intends to decide. */
  decideBy: instant,
  answer: disputeAnswer.nullable(),
  /** Time of the seller's first answer; null when the seller has not answered. */
  answeredAt: instant.nullable(),
  outcome: z.enum(disputeOutcomes).nullable(),
  /** Amount that the outcome refunded to the buyer; `"0.00"` while the dispute is unresolved. */
  refundedAmount: decimal,
  decidedAt: instant.nullable(),
  /** The reason of the team's decision, which buyer and seller can read; null when the team made no decision. */
  decisionReason: z.string().nullable(),
});
export type Dispute = z.infer<typeof dispute>;
