import type { Payment } from '@guilda/contract/orders';
import type { OwnUser } from '@guilda/contract/users';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import type { Board as BoardData } from '../data/use-board.ts';
import { useWallet } from '../data/use-wallet.ts';
import { AddService } from './add-service.tsx';
import { Board } from './board.tsx';
import { BoardState, countOf } from './board-state.tsx';
import { Scoreboard } from './scoreboard.tsx';
import { Statement } from './statement.tsx';

interface PanelProps {
  board: BoardData;
  user: OwnUser;
  onAct: (order: Payment) => void;
}

function Sold({ board, user, onAct }: PanelProps) {
  const wallet = useWallet();
  const { columns } = board;
  if (!columns) return null;
  return (
    <>
      <Scoreboard
        wallet={wallet}
        concluded={columns.done.length}
        atLeast={board.hasMore}
        rating={user.rating}
      />
      <Board side="seller" board={board} columns={columns} uid={user.uid} onAct={onAct} />
      <Statement wallet={wallet} />
    </>
  );
}

/** What a person sold: figures, board and statement. */
export function SalesPanel(props: PanelProps) {
  const { columns } = props.board;
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
export function PurchasesPanel({ board, user, onAct }: PanelProps) {
  const { columns } = board;
  if (!columns) return <BoardState board={board} figures={false} />;
  if (countOf(columns) > 0 || board.hasMore) {
    return <Board side="buyer" board={board} columns={columns} uid={user.uid} onAct={onAct} />;
  }
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
