import { formatDecimal } from '@guilda/contract/money/money';
import type { Dispute } from '@guilda/contract/orders/dispute';
import type { DisputeRow } from './disputes-table.ts';

/** Converts the seller's answer to the shape of the API; null when the seller has not answered. */
function toDisputeAnswer({ accepted, answerMessage, offer }: DisputeRow): Dispute['answer'] {
  if (accepted === null) return null;
  return {
    accept: accepted,
    message: answerMessage,
    offer: offer === null ? null : formatDecimal(offer),
  };
}

/** Converts a dispute to the shape of the API. */
export function toDispute(row: DisputeRow): Dispute {
  return {
    id: row.id,
    state: row.state,
    reason: row.reason,
    description: row.description,
    openedAt: row.openedAt.toISOString(),
    answerBy: row.answerBy.toISOString(),
    decideBy: row.decideBy.toISOString(),
    answer: toDisputeAnswer(row),
    answeredAt: row.answeredAt?.toISOString() ?? null,
    outcome: row.outcome,
    refundedAmount: formatDecimal(row.refundedAmount),
    decidedAt: row.decidedAt?.toISOString() ?? null,
    decisionReason: row.decisionReason,
  };
}
