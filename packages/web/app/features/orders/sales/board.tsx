import type { Payment } from '@guilda/contract/orders';
import { type ReactNode, useState } from 'react';
import { LoadMore } from '../../../ui/load-more.tsx';
import type { Board as BoardData } from '../data/use-board.ts';
import type { Reader } from '../model/actions.ts';
import type { Columns, OrderRole } from '../model/columns.ts';
import { ClosedOrders } from './closed-orders.tsx';
import { type OnAct, OrderCard } from './order-card.tsx';

interface ColumnProps {
  title: string;
  orders: readonly Payment[];
  /** How many of them are shown at most. */
  portion?: number | undefined;
  /** More may exist than are listed. */
  atLeast?: boolean | undefined;
  /** Below the orders, or in their place. */
  note?: ReactNode;
  card: (order: Payment) => ReactNode;
}

function Column({ title, orders, portion, atLeast, note, card }: ColumnProps) {
  const count = `${orders.length}${atLeast ? '+' : ''}`;
  return (
    <section>
      <h2 className="col-h">
        <span>{title}</span>
        <span className="num">{count}</span>
      </h2>
      {orders.slice(0, portion).map(card)}
      {note && (
        <div className="nota-q">
          <p className="t-sm dim pre">{note}</p>
        </div>
      )}
    </section>
  );
}

const notes = {
  seller: {
    queue: 'Ninguém esperando por você.',
    live: 'Ao iniciar, quem comprou recebe um aviso e o chat abre para vocês dois.',
    done: 'O que você concluir aparece aqui.',
  },
  buyer: {
    queue: 'Nenhuma compra esperando.',
    live: 'O tempo começa a contar quando quem vende inicia o atendimento.',
    done: 'Atendimentos concluídos aparecem aqui.',
  },
};

/** Ended orders shown at a time: what is still to do must not drown in them. */
const PORTION = 5;

/** How much of the ended orders is shown: more of what is here first, then the next page. */
function usePortions({ done, closed }: Columns, board: BoardData) {
  const [shown, setShown] = useState(PORTION);
  const loaded = Math.max(done.length, closed.length);
  const more = () => {
    if (loaded <= shown) board.loadMore();
    setShown(shown + PORTION);
  };
  return { shown, hasMore: loaded > shown || board.hasMore, more };
}

interface BoardProps {
  side: OrderRole;
  board: BoardData;
  columns: Columns;
  reader: Reader;
  onAct: OnAct;
}

/** The orders in three columns; on phones the live one comes first when there is something in it. */
export function Board({ side, board, columns, reader, onAct }: BoardProps) {
  const { queue, live, done, closed } = columns;
  const text = notes[side];
  const ended = usePortions(columns, board);
  const card = (order: Payment) => (
    <OrderCard key={order.id} order={order} side={side} reader={reader} onAct={onAct} />
  );
  return (
    <div className="colunas">
      <Column
        title="Na fila"
        orders={queue}
        note={queue.length === 0 ? text.queue : null}
        card={card}
      />
      <Column title="Em atendimento" orders={live} note={text.live} card={card} />
      <div className="col g6">
        <Column
          title="Concluídas"
          orders={done}
          portion={ended.shown}
          atLeast={board.hasMore}
          note={done.length === 0 ? text.done : null}
          card={card}
        />
        <ClosedOrders
          side={side}
          orders={closed}
          portion={ended.shown}
          atLeast={board.hasMore}
          card={card}
        />
        <LoadMore hasMore={ended.hasMore} loading={board.loadingMore} onLoad={ended.more} />
      </div>
    </div>
  );
}
