import { StatListSkeleton } from '../../../ui/display/stat-list.tsx';
import { Loading, Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { columnTitles } from '../model/board-columns.ts';
import type { OrderSide } from '../model/order-side.ts';
import * as board from './board.module.css';
import * as card from './order-card.module.css';
import * as filters from './order-filters.module.css';

function OrderCardSkeleton() {
  return (
    <div className={card.card} data-skeleton="" aria-hidden="true">
      <div className={card.top}>
        <Skeleton width={96} height={22} />
        <Skeleton width={84} height={14} className="pushEnd" />
      </div>
      <div className={card.body}>
        <div className="row">
          <Skeleton width={48} height={48} />
          <div className="grow column gap2">
            <Skeleton width="80%" height={16} />
            <Skeleton width="50%" height={13} />
          </div>
        </div>
        <Skeleton height={60} />
        <Skeleton height={38} />
      </div>
      <div className={card.actions}>
        <Skeleton height="var(--hit)" />
      </div>
    </div>
  );
}

/** Placeholder of a grid of order cards. */
export function OrderCardSkeletons() {
  return (
    <Loading label="Carregando pedidos" className={board.grid}>
      {['a', 'b', 'c'].map((key) => (
        <OrderCardSkeleton key={key} />
      ))}
    </Loading>
  );
}

export interface BoardSkeletonProps {
  side: OrderSide;
  /** Whether the seller's summary stands above the board. */
  summary?: boolean;
}

/** Placeholder of the board. */
export function BoardSkeleton({ side, summary }: BoardSkeletonProps) {
  return (
    <Loading label="Carregando pedidos">
      {summary && (
        <StatListSkeleton gap="gap1">
          <Skeleton width="5rem" height={18} />
          <Skeleton width="6rem" height={28} />
        </StatListSkeleton>
      )}
      <div className={filters.filters}>
        <Skeleton height="var(--hit)" />
      </div>
      <div className={board.columns}>
        {Object.values(columnTitles[side]).map((title) => (
          <section key={title}>
            <p className={board.columnHead} aria-hidden="true">
              {title}
            </p>
            <OrderCardSkeleton />
          </section>
        ))}
      </div>
    </Loading>
  );
}
