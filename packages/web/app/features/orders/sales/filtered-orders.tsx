import { listTailOf } from '../../../lib/list-tail-of.ts';
import { ErrorState } from '../../../ui/error-state.tsx';
import { ListTail } from '../../../ui/list-tail.tsx';
import { paymentsOf, useOrderList } from '../data/use-board.ts';
import type { Reader } from '../model/actions.ts';
import type { OrderRole } from '../model/columns.ts';
import type { readFilter } from '../model/order-filter.ts';
import { CardSkeletons } from './board-skeleton.tsx';
import { type OnAct, OrderCard } from './order-card.tsx';
import { usePartner } from './with-person.tsx';

interface FilteredOrdersProps {
  side: OrderRole;
  filter: NonNullable<ReturnType<typeof readFilter>>;
  reader: Reader;
  onAct: OnAct;
}

/** The orders in one state, newest first, page by page. */
export function FilteredOrders({ side, filter, reader, onAct }: FilteredOrdersProps) {
  const list = useOrderList(side, { status: filter.value, partner: usePartner() });
  if (!list.data) {
    if (!list.error) return <CardSkeletons />;
    return (
      <ErrorState
        className="vazio-u"
        reason={list.error.message}
        retrying={list.isFetching}
        onRetry={() => void list.refetch()}
      />
    );
  }
  const orders = paymentsOf(list.data);
  return (
    <section aria-label={filter.label}>
      {orders.length === 0 && (
        <div className="nota-q">
          <p className="dim pre">{filter.none}</p>
        </div>
      )}
      <div className="comandas">
        {orders.map((order) => (
          <OrderCard key={order.id} order={order} side={side} reader={reader} onAct={onAct} />
        ))}
      </div>
      <ListTail list={listTailOf(list)} />
    </section>
  );
}
