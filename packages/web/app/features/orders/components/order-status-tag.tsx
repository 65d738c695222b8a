import type { Payment } from '@guilda/contract/orders/orders';
import Scale from 'lucide-react/icons/scale';
import { Stars } from '../../../ui/display/stars.tsx';
import { Tag } from '../../../ui/display/tag.tsx';
import { unresolvedDisputeOf } from '../../disputes/index.ts';
import { waitingText } from '../model/durations.ts';
import { isUndone } from '../model/order-price.ts';
import type { OrderSide } from '../model/order-side.ts';
import { waitingSince } from '../model/timeline-steps.ts';
import { useNow } from './use-now.ts';

interface OrderStatusTagProps {
  order: Payment;
  side: OrderSide;
  className?: string | undefined;
}

type StatusTagProps = Omit<OrderStatusTagProps, 'side'>;

/** How long the buyer has been waiting for the seller to start. */
function WaitingTag({ order, className }: StatusTagProps) {
  const waitedMs = useNow(15_000) - Date.parse(waitingSince(order));
  return (
    <Tag tone="warn" className={className}>
      {waitingText(waitedMs)}
    </Tag>
  );
}

function CompletedTag({ order, className }: StatusTagProps) {
  if (order.rating !== null) return <Stars value={order.rating} className={className} />;
  return <Tag className={className}>{order.reviewed ? 'Avaliada' : 'Sem avaliação'}</Tag>;
}

function DisputedTag({ className }: Pick<OrderStatusTagProps, 'className'>) {
  const icon = <Scale className="icon" aria-hidden="true" />;
  return (
    <Tag tone="warn" icon={icon} className={className}>
      Em disputa
    </Tag>
  );
}

/** The status of an order as a tag, worded for the buyer or for the seller. */
export function OrderStatusTag({ order, side, className }: OrderStatusTagProps) {
  if (unresolvedDisputeOf(order)) return <DisputedTag className={className} />;
  switch (order.serviceStatus) {
    case 'awaiting_payment':
      return (
        <Tag tone="warn" className={className}>
          Aguardando pagamento
        </Tag>
      );
    case 'awaiting_start':
      if (side === 'seller') return <WaitingTag order={order} className={className} />;
      return (
        <Tag tone="warn" className={className}>
          Aguardando início
        </Tag>
      );
    case 'in_progress':
      return (
        <Tag tone="live" bars className={className}>
          Em atendimento
        </Tag>
      );
    case 'complete':
      return <CompletedTag order={order} className={className} />;
    case 'cancelled':
      return (
        <Tag tone="outline" className={className}>
          Cancelada
        </Tag>
      );
    case 'refunded':
      return (
        <Tag tone="outline" className={className}>
          {order.chargeback ? 'Contestada' : isUndone(order) ? 'Desfeita' : 'Reembolsada'}
        </Tag>
      );
  }
}
