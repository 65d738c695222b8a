import { Button } from '../../../ui/button.tsx';
import { Loading, Skeleton } from '../../../ui/skeleton.tsx';
import { errorText } from '../../../ui/toast.ts';

/** As many as the list shows at once. */
const rows = ['a', 'b', 'c', 'd'];

/** The list while it is on its way. */
export function NoticesLoading() {
  return (
    <Loading label="Carregando notificações">
      {rows.map((row) => (
        <div key={row} className="aviso-e">
          <Skeleton width={40} height={40} />
          <div>
            <Skeleton width="78%" height={14} />
            <Skeleton width={28} height={11} />
          </div>
        </div>
      ))}
    </Loading>
  );
}

/** Nothing was ever told, or nothing is left of it here. */
export function NoNotices() {
  return (
    <div className="aviso-v">
      <img src="/art/vazios/notificacoes.svg" alt="" width={160} height={120} />
      <p className="b">Nada de novo por aqui</p>
      <p className="t-sm dim">Pedidos, mensagens e reações aparecem nesta lista.</p>
    </div>
  );
}

/** The list did not come. */
export function NoticesFailed({ problem, onRetry }: { problem: unknown; onRetry: () => void }) {
  return (
    <div className="aviso-v" role="alert">
      <p className="b">Algo deu errado...</p>
      <p className="t-sm dim">{errorText(problem)}</p>
      <Button size="small" onClick={onRetry}>
        Tentar de novo
      </Button>
    </div>
  );
}
