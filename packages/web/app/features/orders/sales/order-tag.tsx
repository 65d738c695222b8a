import type { Payment } from '@guilda/contract/orders';
import { Stars } from '../../../ui/stars.tsx';
import { Tag } from '../../../ui/tag.tsx';
import type { OrderRole } from '../model/columns.ts';
import { isFree } from '../model/order-price.ts';
import { waitingSince } from '../model/steps.ts';
import { waitingText } from '../model/times.ts';
import { useNow } from '../use-now.ts';

/** How long somebody has been waiting for the seller to start. */
function Waiting({ since }: { since: string }) {
  const now = useNow(15_000);
  return <Tag tone="warn">{waitingText(now - Date.parse(since))}</Tag>;
}

function Concluded({ order }: { order: Payment }) {
  if (order.rating !== null) return <Stars value={order.rating} />;
  return <Tag>{order.reviewed ? 'Avaliada' : 'Sem avaliação'}</Tag>;
}

/** The state of an order in a word, at the top of its comanda. */
export function OrderTag({ order, side }: { order: Payment; side: OrderRole }) {
  switch (order.serviceStatus) {
    case 'awaiting_payment':
      return <Tag tone="warn">Aguardando pagamento</Tag>;
    case 'awaiting_start':
      if (side === 'buyer') return <Tag tone="warn">Aguardando início</Tag>;
      return <Waiting since={waitingSince(order)} />;
    case 'in_progress':
      return (
        <Tag tone="live" bars>
          Em atendimento
        </Tag>
      );
    case 'complete':
      return <Concluded order={order} />;
    case 'cancelled':
      return <Tag tone="outline">Cancelada</Tag>;
    case 'refunded':
      return <Tag tone="outline">{isFree(order) ? 'Desfeita' : 'Reembolsada'}</Tag>;
  }
}
