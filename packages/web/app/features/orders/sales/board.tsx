import type { Payment } from '@guilda/contract/orders/orders';
import { type ReactNode, useState } from 'react';
import { Disclosure } from '../../../ui/display/disclosure.tsx';
import { EmptyNote } from '../../../ui/feedback/empty-note.tsx';
import { ListTail } from '../../../ui/feedback/list-tail.tsx';
import type { OrderBoard } from '../data/use-board.ts';
import type { OrderViewer } from '../model/available-actions.ts';
import { type BoardColumns, columnTitles } from '../model/board-columns.ts';
import type { OrderSide } from '../model/order-side.ts';
import * as styles from './board.module.css';
import { type OnOrderAction, OrderCard } from './order-card.tsx';

interface BoardColumnProps {
  title: string;
  orders: readonly Payment[];
  /** Number of orders that are shown; all of them by default. */
  max?: number | undefined;
  /** Whether the server may have more orders than `orders`; the shown number is then followed by a plus sign. */
  atLeast?: boolean | undefined;
  /** Shown when there are no orders. */
  note?: ReactNode;
  card: (order: Payment) => ReactNode;
}

function BoardColumn({ title, orders, max, atLeast, note, card }: BoardColumnProps) {
  const countText = `${orders.length}${atLeast ? '+' : ''}`;
  return (
    <section data-empty={orders.length === 0 || undefined}>
      <h2 className={styles.columnHead}>
        <span>{title}</span>
        <span className="numeric">{countText}</span>
      </h2>
      {orders.slice(0, max).map(card)}
      {orders.length === 0 && note && <EmptyNote size="small">{note}</EmptyNote>}
    </section>
  );
}

const emptyColumnTexts = {
  seller: {
    queue: 'Ninguém esperando por você.',
    live: 'Ao iniciar, quem comprou recebe um aviso e a conversa abre para vocês dois.',
    done: 'O que você concluir aparece aqui.',
  },
  buyer: {
    queue: 'Nenhuma compra esperando.',
    live: 'O tempo começa a contar quando quem vende inicia o atendimento.',
    done: 'Atendimentos concluídos aparecem aqui.',
  },
};

/** Ended orders are shown in steps of this many, so that open orders stay visible. */
const ORDERS_PER_STEP = 5;

/** Number of ended orders to show. "More" first shows the remaining loaded ones, then loads the server's next page. */
function useEndedOrders({ done, closed }: BoardColumns, board: OrderBoard) {
  const [shownCount, setShownCount] = useState(ORDERS_PER_STEP);
  const loadedCount = Math.max(done.length, closed.length);
  const loadMore = () => {
    if (loadedCount <= shownCount) board.tail.loadMore();
    setShownCount(shownCount + ORDERS_PER_STEP);
  };
  const hasMore = loadedCount > shownCount || board.hasMore;
  return { shownCount, tail: { ...board.tail, hasMore, loadMore } };
}

interface ClosedOrdersProps extends Pick<BoardColumnProps, 'orders' | 'max' | 'atLeast' | 'card'> {
  side: OrderSide;
}

/** Cancelled and refunded orders, collapsed because they need no action. */
function ClosedOrders({ side, orders, max, atLeast, card }: ClosedOrdersProps) {
  if (orders.length === 0) return null;
  return (
    <Disclosure
      summary={
        <>
          <h2 className="bold">
            {side === 'buyer' ? 'Canceladas, desfeitas e reembolsadas' : 'Desfeitas e reembolsadas'}
          </h2>
          <span className="numeric muted">{`${orders.length}${atLeast ? '+' : ''}`}</span>
        </>
      }
    >
      <div className="column">{orders.slice(0, max).map(card)}</div>
    </Disclosure>
  );
}

/** Orders with an unresolved dispute, above the columns. Renders nothing without such orders. */
function DisputedOrders({ orders, card }: Pick<BoardColumnProps, 'orders' | 'card'>) {
  if (orders.length === 0) return null;
  return (
    <section className={styles.disputed}>
      <h2 className={styles.columnHead}>
        <span>Em disputa</span>
        <span className="numeric">{orders.length}</span>
      </h2>
      <div className={styles.grid}>{orders.map(card)}</div>
    </section>
  );
}

interface OrderBoardViewProps {
  side: OrderSide;
  board: OrderBoard;
  columns: BoardColumns;
  viewer: OrderViewer;
  onAction: OnOrderAction;
}

/**
 * The orders in three columns. On phones the columns that have orders stand one below the other, running orders first.
 * Disputed orders stand above the columns.
 */
export function OrderBoardView({ side, board, columns, viewer, onAction }: OrderBoardViewProps) {
  const { disputed, queue, live, done, closed } = columns;
  const emptyTexts = emptyColumnTexts[side];
  const endedOrders = useEndedOrders(columns, board);
  const card = (order: Payment) => (
    <OrderCard key={order.id} order={order} side={side} viewer={viewer} onAction={onAction} />
  );
  return (
    <>
      <DisputedOrders orders={disputed} card={card} />
      {board.missingOpenOrders && <ListTail list={board.missingOpenOrders} />}
      <div className={styles.columns}>
        <BoardColumn
          title={columnTitles[side].queue}
          orders={queue}
          atLeast={board.hasMoreWaiting}
          note={board.missingOpenOrders ? null : emptyTexts.queue}
          card={card}
        />
        <BoardColumn
          title={columnTitles[side].live}
          orders={live}
          note={emptyTexts.live}
          card={card}
        />
        <div className="column gap6">
          <BoardColumn
            title={columnTitles[side].done}
            orders={done}
            max={endedOrders.shownCount}
            atLeast={board.hasMore}
            note={emptyTexts.done}
            card={card}
          />
          <ClosedOrders
            side={side}
            orders={closed}
            max={endedOrders.shownCount}
            atLeast={board.hasMore}
            card={card}
          />
          <ListTail list={endedOrders.tail} />
        </div>
      </div>
    </>
  );
}
