import type { OwnUser } from '@guilda/contract/users';
import { useSearchParams } from 'react-router';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import type { Board as BoardData } from '../data/use-board.ts';
import type { OrderRole } from '../model/columns.ts';
import { readFilter } from '../model/order-filter.ts';
import { IncomeSection } from '../overview/income-section.tsx';
import { useOverview, useSpan } from '../overview/use-overview.ts';
import { AddService } from './add-service.tsx';
import { Board } from './board.tsx';
import { BoardState, countOf } from './board-state.tsx';
import { FilteredOrders } from './filtered-orders.tsx';
import type { OnAct } from './order-card.tsx';
import { OrderFilters } from './order-filters.tsx';
import { Scoreboard } from './scoreboard.tsx';
import { usePartner } from './with-person.tsx';

interface PanelProps {
  board: BoardData;
  user: OwnUser;
  onAct: OnAct;
}

/** The board, or the orders in the state that the address asks for. */
function Orders({ side, board, user, onAct }: PanelProps & { side: OrderRole }) {
  const filter = readFilter(useSearchParams()[0], side);
  const shared = { side, reader: user, onAct };
  return (
    <>
      <OrderFilters side={side} />
      {filter && <FilteredOrders key={filter.value} filter={filter} {...shared} />}
      {!filter && board.columns && <Board board={board} columns={board.columns} {...shared} />}
    </>
  );
}

function Sold(props: PanelProps) {
  const [span, choose] = useSpan();
  const overview = useOverview(span);
  return (
    <>
      <Scoreboard overview={overview} span={span} />
      <Orders side="seller" {...props} />
      <IncomeSection overview={overview} span={span} onSpan={choose} />
    </>
  );
}

/** Orders with one person; the figures are about all. */
function Between({ side, none, ...props }: PanelProps & { side: OrderRole; none: string }) {
  const { columns, hasMore } = props.board;
  if (!columns) return <BoardState board={props.board} figures={false} />;
  if (countOf(columns) > 0 || hasMore) return <Orders side={side} {...props} />;
  return (
    <div className="nota-q">
      <p className="dim pre">{none}</p>
    </div>
  );
}

/** What a person sold: figures, what waits for them, and what it brought. */
export function SalesPanel(props: PanelProps) {
  const { columns } = props.board;
  const partner = usePartner();
  if (partner) return <Between side="seller" none="Nenhuma venda para esta pessoa." {...props} />;
  if (!columns) return <BoardState board={props.board} figures />;
  if (countOf(columns) > 0 || props.board.hasMore) return <Sold {...props} />;
  return (
    <EmptyState
      art="vendas"
      title="Nenhuma venda por enquanto"
      text="Publique uma ficha para ela aparecer no mural."
      action={<AddService variant="primary" />}
      className="vazio-u"
    />
  );
}

/** What a person bought. */
export function PurchasesPanel(props: PanelProps) {
  const { board } = props;
  const partner = usePartner();
  if (partner) return <Between side="buyer" none="Nenhuma compra desta pessoa." {...props} />;
  if (!board.columns) return <BoardState board={board} figures={false} />;
  if (countOf(board.columns) > 0 || board.hasMore) return <Orders side="buyer" {...props} />;
  return (
    <EmptyState
      art="vendas"
      title="Nenhuma compra por enquanto"
      text="Encontre no mural quem joga, desenha ou faz companhia."
      action={
        <Button asLink to="/" variant="primary">
          Ver serviços
        </Button>
      }
      className="vazio-u"
    />
  );
}
