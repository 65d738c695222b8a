import { ApiError } from '@guilda/contract/api-error';
import { Navigate, useSearchParams } from 'react-router';
import { Button } from '../../../ui/actions/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { Loading, Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { TicketSkeleton } from '../../../ui/feedback/ticket-skeleton.tsx';
import { messageOfError } from '../../../ui/feedback/toast.ts';
import { Main } from '../../../ui/layout/main.tsx';
import { RequireSession } from '../../identity/index.ts';
import { useNewestPurchase, useOrder } from '../data/use-order.ts';
import * as layout from './order-confirmation.module.css';
import { OrderConfirmation } from './order-confirmation.tsx';
import * as ticket from './order-ticket.module.css';
import * as styles from './success-page.module.css';

function PageSkeleton() {
  return (
    <Loading label="Carregando a compra" className={`container ${layout.layout}`}>
      <div className={`column gap6 ${layout.head}`} aria-hidden="true">
        <Skeleton width="min(70%, 26rem)" height="3.5rem" />
        <Skeleton width="min(85%, 22rem)" height="4.5rem" />
        <Skeleton width="min(100%, 28rem)" height="2.5rem" />
        <Skeleton width="13rem" height="3.25rem" />
      </div>
      <div className={`${ticket.ticket} ${styles.skeleton}`}>
        <TicketSkeleton />
      </div>
    </Loading>
  );
}

function PurchaseNotFound({ title, text }: { title: string; text: string }) {
  return (
    <div className="container">
      <EmptyState
        art="vendas"
        heading="h1"
        title={title}
        text={text}
        narrow
        action={
          <Button asLink to="/sales?aba=compras" variant="primary">
            Ver minhas compras
          </Button>
        }
      />
    </div>
  );
}

const purchaseNotFoundPage = (
  <PurchaseNotFound
    title="Compra não encontrada"
    text="O endereço está incompleto ou esta compra é de outra conta."
  />
);

function LoadError({
  error,
  query,
}: {
  error: Error;
  query: { isFetching: boolean; refetch(): unknown };
}) {
  if (error instanceof ApiError && error.status === 404) return purchaseNotFoundPage;
  return (
    <div className="container">
      <ErrorState
        heading="h1"
        reason={messageOfError(error)}
        retrying={query.isFetching}
        onRetry={() => void query.refetch()}
        narrow
      />
    </div>
  );
}

function PurchaseConfirmation({ id, uid }: { id: string; uid: string }) {
  const query = useOrder(id);
  const { data: order, error } = query;
  if (!order) return error ? <LoadError error={error} query={query} /> : <PageSkeleton />;
  if (order.sellerId === uid) return <Navigate to="/sales" replace />;
  if (order.buyerId !== uid) return purchaseNotFoundPage;
  return <OrderConfirmation order={order} refetchFailed={query.isRefetchError} />;
}

/** For a URL without an order id: redirects to the person's newest purchase. */
function NewestPurchaseConfirmation() {
  const query = useNewestPurchase();
  const { data: order, error } = query;
  if (order) return <Navigate to={`/success?payment=${order.id}`} replace />;
  if (order === null) {
    return (
      <PurchaseNotFound
        title="Nenhuma compra por enquanto"
        text="Quando você contratar um serviço, o código da compra aparece aqui."
      />
    );
  }
  return error ? <LoadError error={error} query={query} /> : <PageSkeleton />;
}

/** `/success`, to which the payment provider redirects the buyer (`docs/product/orders.md`). */
export function SuccessPage() {
  const id = useSearchParams()[0].get('payment');
  return (
    <Main className={styles.page}>
      <RequireSession fallback={<PageSkeleton />}>
        {({ uid }) =>
          id ? <PurchaseConfirmation key={id} id={id} uid={uid} /> : <NewestPurchaseConfirmation />
        }
      </RequireSession>
    </Main>
  );
}
