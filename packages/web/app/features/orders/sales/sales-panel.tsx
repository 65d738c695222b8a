import type { OwnUser } from '@guilda/contract/accounts/users';
import { useSearchParams } from 'react-router';
import { Button } from '../../../ui/actions/button.tsx';
import { EmptyNote } from '../../../ui/feedback/empty-note.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { messageOfError } from '../../../ui/feedback/toast.ts';
import type { OrderBoard } from '../data/use-board.ts';
import type { BoardColumns } from '../model/board-columns.ts';
import { readStatusFilter } from '../model/order-filter.ts';
import type { OrderSide } from '../model/order-side.ts';
import { IncomeSection } from '../overview/income-section.tsx';
import { SalesSummary } from '../overview/sales-summary.tsx';
import { usePeriod, useSalesOverview } from '../overview/use-sales-overview.ts';
import { AddServiceButton } from './add-service-button.tsx';
import { OrderBoardView } from './board.tsx';
import { BoardSkeleton, type BoardSkeletonProps } from './board-skeleton.tsx';
import { FilteredOrders } from './filtered-orders.tsx';
import type { OnOrderAction } from './order-card.tsx';
import { OrderFilters } from './order-filters.tsx';
import { usePartnerFilter } from './partner-filter.tsx';

/** Number of orders on a board, including cancelled and refunded ones. */
function countOrders({ disputed, queue, live, done, closed }: BoardColumns): number {
  return disputed.length + queue.length + live.length + done.length + closed.length;
}

/** Shown in place of a board that is loading or failed to load. */
function BoardPlaceholder({ board, ...props }: BoardSkeletonProps & { board: OrderBoard }) {
  if (!board.error) return <BoardSkeleton {...props} />;
  return (
    <ErrorState
      reason={messageOfError(board.error)}
      retrying={board.retrying}
      onRetry={board.retry}
      narrow
    />
  );
}

interface OrdersPanelProps {
  board: OrderBoard;
  user: OwnUser;
  onAction: OnOrderAction;
}

/** The board, or only the orders with the status by which the URL filters. */
function OrdersOfSide({ side, board, user, onAction }: OrdersPanelProps & { side: OrderSide }) {
  const filter = readStatusFilter(useSearchParams()[0], side);
  const sharedProps = { side, viewer: user, onAction };
  return (
    <>
      <OrderFilters side={side} />
      {filter && <FilteredOrders key={filter.value} filter={filter} {...sharedProps} />}
      {!filter && board.columns && (
        <OrderBoardView board={board} columns={board.columns} {...sharedProps} />
      )}
    </>
  );
}

function OwnSales(props: OrdersPanelProps) {
  const [period, choose] = usePeriod();
  const overview = useSalesOverview(period);
  return (
    <>
      <SalesSummary overview={overview} period={period} />
      <OrdersOfSide side="seller" {...props} />
      <IncomeSection overview={overview} period={period} onPeriod={choose} />
    </>
  );
}

/** Orders with one person; without the summary, because the summary covers the orders with all people. */
function OrdersWithPartner({
  side,
  emptyText,
  ...props
}: OrdersPanelProps & { side: OrderSide; emptyText: string }) {
  const { columns, hasMore } = props.board;
  if (!columns) return <BoardPlaceholder board={props.board} side={side} />;
  if (countOrders(columns) > 0 || hasMore) return <OrdersOfSide side={side} {...props} />;
  return <EmptyNote>{emptyText}</EmptyNote>;
}

/** The tab of the seller: summary, orders and income. */
export function SalesPanel(props: OrdersPanelProps) {
  const { columns } = props.board;
  const partnerUid = usePartnerFilter();
  if (partnerUid)
    return (
      <OrdersWithPartner side="seller" emptyText="Nenhuma venda para esta pessoa." {...props} />
    );
  if (!columns) return <BoardPlaceholder board={props.board} side="seller" summary />;
  if (countOrders(columns) > 0 || props.board.hasMore) return <OwnSales {...props} />;
  return (
    <EmptyState
      art="vendas"
      title="Nenhuma venda por enquanto"
      text="Publique um serviço para começar a vender."
      action={<AddServiceButton variant="primary" />}
      narrow
    />
  );
}

/** The tab of the buyer: purchases. */
export function PurchasesPanel(props: OrdersPanelProps) {
  const { board } = props;
  const partnerUid = usePartnerFilter();
  if (partnerUid)
    return <OrdersWithPartner side="buyer" emptyText="Nenhuma compra desta pessoa." {...props} />;
  if (!board.columns) return <BoardPlaceholder board={board} side="buyer" />;
  if (countOrders(board.columns) > 0 || board.hasMore)
    return <OrdersOfSide side="buyer" {...props} />;
  return (
    <EmptyState
      art="vendas"
      title="Nenhuma compra por enquanto"
      text="Encontre quem joga, desenha ou faz companhia."
      action={
        <Button asLink to="/" variant="primary">
          Ver serviços
        </Button>
      }
      narrow
    />
  );
}
