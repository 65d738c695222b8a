import type { Payment } from '@guilda/contract/orders';
import ChevronDown from 'lucide-react/icons/chevron-down';
import type { ReactNode } from 'react';
import type { OrderRole } from '../model/columns.ts';

interface ClosedOrdersProps {
  side: OrderRole;
  orders: readonly Payment[];
  /** How many of them are shown at most. */
  portion: number;
  /** More may exist than are listed. */
  atLeast: boolean;
  card: (order: Payment) => ReactNode;
}

/** Orders that ended without an attendance, folded away: there is nothing left to do about them. */
export function ClosedOrders({ side, orders, portion, atLeast, card }: ClosedOrdersProps) {
  if (orders.length === 0) return null;
  return (
    <details className="dobra">
      <summary>
        <h2 className="b">{side === 'buyer' ? 'Canceladas e reembolsadas' : 'Reembolsadas'}</h2>
        <span className="num mute">{`${orders.length}${atLeast ? '+' : ''}`}</span>
        <ChevronDown className="i fim" aria-hidden="true" />
      </summary>
      <div className="col">{orders.slice(0, portion).map(card)}</div>
    </details>
  );
}
