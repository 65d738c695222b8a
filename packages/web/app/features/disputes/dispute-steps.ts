import type { Payment } from '@guilda/contract/orders/orders';
import { type DisputeEnding, disputeEndingOf } from './dispute.ts';

/** One step of a dispute's timeline. */
export interface DisputeStep {
  readonly label: string;
  readonly state: 'done' | 'current' | 'future';
  /** When the step happened, or its deadline while it is current (ISO 8601); null when neither is known. */
  readonly time: string | null;
}

const endingLabels: Readonly<Record<DisputeEnding, string>> = {
  returned: 'Devolvido',
  unanswered: 'Devolvido',
  taken_back: 'Devolvido',
  agreed: 'Acordo',
  withdrawn: 'Retirada',
  decided: 'Decisão',
};

/**
 * The steps of an order's dispute: opened, answered, ended; empty without a dispute. If the seller missed the deadline,
 * the second step says so. A dispute that ended earlier without an answer has only the first and the last step.
 */
export function disputeSteps(order: Pick<Payment, 'dispute'>): readonly DisputeStep[] {
  const { dispute } = order;
  if (!dispute) return [];
  const { state, openedAt, answerBy, answeredAt, decideBy, decidedAt } = dispute;
  const openedStep = { label: 'Aberta', state: 'done', time: openedAt } as const;
  const ending = disputeEndingOf(order);
  if (ending === null) {
    return state === 'open'
      ? [
          openedStep,
          { label: 'Resposta', state: 'current', time: answerBy },
          { label: 'Decisão', state: 'future', time: null },
        ]
      : [
          openedStep,
          { label: 'Resposta', state: 'done', time: answeredAt },
          { label: 'Decisão', state: 'current', time: decideBy },
        ];
  }
  const lastStep = { label: endingLabels[ending], state: 'done', time: decidedAt } as const;
  if (ending === 'unanswered')
    return [openedStep, { label: 'Sem resposta', state: 'done', time: answerBy }, lastStep];
  // Returning the whole price is the seller's answer and ends the dispute, so the timeline has no separate answer.
  if (answeredAt === null || (ending === 'returned' && answeredAt === decidedAt))
    return [openedStep, lastStep];
  return [openedStep, { label: 'Resposta', state: 'done', time: answeredAt }, lastStep];
}
