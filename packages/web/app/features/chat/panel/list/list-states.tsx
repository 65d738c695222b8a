import { Button } from '../../../../ui/button.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { ErrorState } from '../../../../ui/error-state.tsx';
import { Loading, Skeleton } from '../../../../ui/skeleton.tsx';
import { chat } from '../../model/index.ts';

const widths = ['55%', '40%', '62%', '48%', '35%', '52%'];

/** Conversations that have not come yet. */
export function ListSkeleton() {
  return (
    <Loading label="Carregando conversas" className="demora chat-e">
      {widths.map((width) => (
        <div key={width} className="row">
          <Skeleton width={48} height={48} />
          <div className="cresce col g2">
            <Skeleton width={width} height={16} />
            <Skeleton width="38%" height={13} />
          </div>
        </div>
      ))}
    </Loading>
  );
}

/** The list could not be had. */
export function ListError() {
  return (
    <ErrorState
      heading="h3"
      className="solto chat-v"
      reason="Não conseguimos carregar suas conversas."
      onRetry={() => chat().reload()}
    />
  );
}

/** Nobody has been talked with so far. */
export function EmptyList() {
  return (
    <EmptyState
      art="chat"
      heading="h3"
      loose
      className="chat-v"
      title="Nenhuma conversa ainda"
      text="Abra o perfil ou a ficha de alguém e puxe assunto."
      action={
        <Button asLink to="/search/users">
          Encontrar pessoas
        </Button>
      }
    />
  );
}
