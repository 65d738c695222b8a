import { listTailOf } from '../../../lib/data/list-tail-of.ts';
import { EmptyNote } from '../../../ui/feedback/empty-note.tsx';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { ListTail } from '../../../ui/feedback/list-tail.tsx';
import { messageOfError } from '../../../ui/feedback/toast.ts';
import { flattenPages, useOrderList } from '../data/use-board.ts';
import type { OrderViewer } from '../model/available-actions.ts';
import type { readStatusFilter } from '../model/order-filter.ts';
import type { OrderSide } from '../model/order-side.ts';
import * as styles from './board.module.css';
import { OrderCardSkeletons } from './board-skeleton.tsx';
import { type OnOrderAction, OrderCard } from './order-card.tsx';
import { usePartnerFilter } from './partner-filter.tsx';

interface FilteredOrdersProps {
  side: OrderSide;
  filter: NonNullable<ReturnType<typeof readStatusFilter>>;
  viewer: OrderViewer;
  onAction: OnOrderAction;
}

/** The orders with one status, newest first, loaded page by page. */
export function FilteredOrders({ side, filter, viewer, onAction }: FilteredOrdersProps) {
  const list = useOrderList(side, { status: filter.value, partner: usePartnerFilter() });
  if (!list.data) {
    if (!list.error) return <OrderCardSkeletons />;
    return (
      <ErrorState
        narrow
        reason={messageOfError(list.error)}
        retrying={list.isFetching}
        onRetry={() => void list.refetch()}
      />
    );
  }
  const orders = flattenPages(list.data);
  return (
    <section aria-label={filter.label}>
      {orders.length === 0 && <EmptyNote>{filter.emptyText}</EmptyNote>}
      <div className={styles.grid}>
        {orders.map((order) => (
          <OrderCard key={order.id} order={order} side={side} viewer={viewer} onAction={onAction} />
        ))}
      </div>
      <ListTail list={listTailOf(list)} />
    </section>
  );
}
