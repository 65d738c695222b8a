import type { Payment, ServiceStatus } from '@guilda/contract/orders/orders';
import { isFreeOrder, isUndone } from './order-price.ts';

/** One step of an order's timeline. */
export interface OrderStep {
  readonly label: string;
  readonly state: 'done' | 'current' | 'future';
  /** When the step happened (ISO 8601); null if it has not. */
  readonly happenedAt: string | null;
}

type StepFields = Pick<Payment, 'serviceStatus' | 'steps' | 'price' | 'createdAt'> &
  Partial<Pick<Payment, 'chargeback'>>;

const futureStep = (label: string): OrderStep => ({ label, state: 'future', happenedAt: null });

function doneStep(label: string, doneAt: string | null): OrderStep {
  return { label, state: 'done', happenedAt: doneAt };
}

/** Name of the last step of a refunded order, in the word of the order's history. */
function refundLabel(order: StepFields): string {
  if (order.chargeback) return 'Contestado';
  return isUndone(order) ? 'Desfeito' : 'Reembolsado';
}

/**
 * The steps of an order from its payment to its end. The last step of a cancelled or refunded order is the cancellation
 * or refund.
 */
export function timelineSteps(order: StepFields): readonly OrderStep[] {
  const stepTime = (status: ServiceStatus) =>
    order.steps.find((step) => step.status === status)?.at ?? null;
  const paidLabel = isFreeOrder(order) ? 'Pedido' : 'Pago';
  const firstStep = doneStep(paidLabel, stepTime('awaiting_start'));
  switch (order.serviceStatus) {
    case 'awaiting_payment':
      return [futureStep('Pagamento'), futureStep('Atendimento'), futureStep('Concluído')];
    case 'awaiting_start':
      return [firstStep, futureStep('Atendimento'), futureStep('Concluído')];
    case 'in_progress':
      return [
        firstStep,
        { label: 'Atendimento', state: 'current', happenedAt: stepTime('in_progress') },
        futureStep('Concluído'),
      ];
    case 'complete':
      return [
        firstStep,
        doneStep('Atendimento', stepTime('in_progress')),
        doneStep('Concluído', stepTime('complete')),
      ];
    case 'cancelled':
      return [doneStep('Pedido', order.createdAt), doneStep('Cancelado', stepTime('cancelled'))];
    case 'refunded': {
      const startedAt = stepTime('in_progress');
      const middleSteps = startedAt ? [doneStep('Atendimento', startedAt)] : [];
      return [firstStep, ...middleSteps, doneStep(refundLabel(order), stepTime('refunded'))];
    }
  }
}

/** The time since which the order has been waiting for the seller to start. */
export function waitingSince({ steps, createdAt }: Pick<Payment, 'steps' | 'createdAt'>): string {
  return steps.find(({ status }) => status === 'awaiting_start')?.at ?? createdAt;
}
