import { ApiError } from '@guilda/contract/api-error';
import { Navigate, useSearchParams } from 'react-router';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Main } from '../../../ui/main.tsx';
import { FichaSkeleton, Loading, Skeleton } from '../../../ui/skeleton.tsx';
import { RequireSession } from '../../identity/index.ts';
import { useNewestPurchase, usePayment } from '../data/use-payment.ts';
import { PurchaseView } from './purchase-view.tsx';

function Waiting() {
  return (
    <Loading label="Carregando a compra" className="wrap suc-w">
      <div className="col g6" aria-hidden="true">
        <Skeleton width="min(70%, 26rem)" height="3.5rem" />
        <Skeleton width="min(85%, 22rem)" height="4.5rem" />
        <Skeleton width="min(100%, 28rem)" height="2.5rem" />
        <Skeleton width="13rem" height="3.25rem" />
      </div>
      <div className="rasgo inteiro primeiro">
        <FichaSkeleton />
      </div>
    </Loading>
  );
}

function NoPurchase({ title, text }: { title: string; text: string }) {
  return (
    <div className="wrap">
      <EmptyState
        art="vendas"
        heading="h1"
        title={title}
        text={text}
        className="vazio-u"
        action={
          <Button asLink to="/sales?aba=compras" variant="primary">
            Ver minhas compras
          </Button>
        }
      />
    </div>
  );
}

const unknown = (
  <NoPurchase
    title="Compra não encontrada"
    text="O endereço está incompleto ou esta compra é de outra conta."
  />
);

function Failed({
  error,
  query,
}: {
  error: Error;
  query: { isFetching: boolean; refetch(): unknown };
}) {
  if (error instanceof ApiError && error.status === 404) return unknown;
  return (
    <div className="wrap">
      <ErrorState
        heading="h1"
        reason={error.message}
        retrying={query.isFetching}
        onRetry={() => void query.refetch()}
        className="vazio-u"
      />
    </div>
  );
}

function Purchase({ id, uid }: { id: string; uid: string }) {
  const query = usePayment(id);
  const { data: order, error } = query;
  if (!order) return error ? <Failed error={error} query={query} /> : <Waiting />;
  if (order.sellerId === uid) return <Navigate to="/sales" replace />;
  if (order.buyerId !== uid) return unknown;
  return <PurchaseView order={order} failing={query.isRefetchError} />;
}

/** Without a purchase in the address: the newest one. */
function NewestPurchase() {
  const query = useNewestPurchase();
  const { data: order, error } = query;
  if (order) return <Navigate to={`/success?payment=${order.id}`} replace />;
  if (order === null) {
    return (
      <NoPurchase
        title="Nenhuma compra por enquanto"
        text="Quando você contratar um serviço, o código da compra aparece aqui."
      />
    );
  }
  return error ? <Failed error={error} query={query} /> : <Waiting />;
}

/** Where the payment provider sends the buyer back to (`product §5`). */
export function SuccessPage() {
  const id = useSearchParams()[0].get('payment');
  return (
    <Main className="suc">
      <RequireSession fallback={<Waiting />}>
        {({ uid }) => (id ? <Purchase key={id} id={id} uid={uid} /> : <NewestPurchase />)}
      </RequireSession>
    </Main>
  );
}
