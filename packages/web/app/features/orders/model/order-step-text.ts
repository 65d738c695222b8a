import type { Payment } from '@guilda/contract/orders/orders';
import { isFreeOrder } from './order-price.ts';
import { wasCancelledEarly } from './payment-time.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

type OrderStep = Payment['steps'][number];
type OrderFields = Pick<Payment, 'buyerId' | 'sellerId' | 'steps' | 'price' | 'createdAt'> &
  Partial<Pick<Payment, 'chargeback'>>;

/** The actor of a step as the viewer `uid` reads it: `por você`, `por quem vende`, `pela equipe`. */
function actorText({ by }: OrderStep, { buyerId, sellerId }: OrderFields, uid: string): string {
  if (by === 'buyer') return uid === buyerId ? 'por você' : 'por quem comprou';
  if (by === 'seller') return uid === sellerId ? 'por você' : 'por quem vende';
  if (by === 'admin') return 'pela equipe';
  return by === 'provider' ? 'pelo meio de pagamento' : 'automaticamente';
}

/** How long the order waited for its start, rounded to days; `no prazo` for less than one day. */
function waitingTime({ at }: OrderStep, { steps }: OrderFields): string {
  const waitingSince = steps.find(({ status }) => status === 'awaiting_start')?.at;
  const days = waitingSince ? Math.round((Date.parse(at) - Date.parse(waitingSince)) / DAY_MS) : 0;
  if (days < 1) return 'no prazo';
  return days === 1 ? 'em 1 dia' : `em ${days} dias`;
}

function refundText(step: OrderStep, order: OrderFields, uid: string): string {
  if (step.by === 'provider' && order.chargeback) return 'Pagamento contestado no banco';
  const refundWord = isFreeOrder(order) ? 'Desfeito' : 'Reembolsado';
  const byWhom = actorText(step, order, uid);
  if (step.by === 'buyer') return `Compra desfeita ${byWhom}`;
  if (step.by !== 'system') return `${refundWord} ${byWhom}`;
  // A started order is refunded by the system only when its seller did not answer a dispute in time.
  const hasStarted = order.steps.some(({ status }) => status === 'in_progress');
  const reason = hasStarted
    ? 'a disputa ficou sem resposta'
    : `não começou ${waitingTime(step, order)}`;
  return `${refundWord} ${byWhom}: ${reason}`;
}

/**
 * Text of a step with its actor: `Cancelado por falta de pagamento`. `paymentMinutes` is the time to pay in this
 * installation.
 */
export function orderStepText(
  step: OrderStep,
  order: OrderFields,
  uid: string,
  paymentMinutes: number,
): string {
  const byWhom = actorText(step, order, uid);
  switch (step.status) {
    case 'awaiting_payment':
      return `Pedido feito ${byWhom}`;
    case 'awaiting_start':
      return step.by === 'provider' ? 'Pagamento confirmado' : `Pedido feito ${byWhom}`;
    case 'in_progress':
      return `Atendimento iniciado ${byWhom}`;
    case 'complete':
      return `${step.by === 'buyer' ? 'Recebimento confirmado' : 'Atendimento finalizado'} ${byWhom}`;
    case 'cancelled':
      return step.by === 'system' && !wasCancelledEarly(order, paymentMinutes)
        ? 'Cancelado por falta de pagamento'
        : `Cancelado ${byWhom}`;
    case 'refunded':
      return refundText(step, order, uid);
  }
}

/** A sentence about how the order was cancelled or refunded; null for other orders. */
export function endingText(
  order: OrderFields & Pick<Payment, 'serviceStatus'>,
  uid: string,
  paymentMinutes: number,
): string | null {
  if (order.serviceStatus !== 'cancelled' && order.serviceStatus !== 'refunded') return null;
  const step = order.steps.findLast(({ status }) => status === order.serviceStatus);
  return step ? orderStepText(step, order, uid, paymentMinutes) : null;
}
