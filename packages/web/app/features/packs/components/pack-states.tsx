import { ApiError } from '@guilda/contract/api-error';
import { Button } from '../../../ui/actions/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { Loading, Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { messageOfError } from '../../../ui/feedback/toast.ts';
import { Main } from '../../../ui/layout/main.tsx';
import { AgeGate } from '../../age/index.ts';
import type { PackSource } from '../data/pack-source.ts';
import * as view from '../pack-view.module.css';
import * as details from './pack-details.module.css';

const skeletonTileKeys = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

/** Placeholder of a pack's page while the pack is loading. */
export function PackSkeleton() {
  return (
    <Main className="noPaddingTop">
      <Loading label="Carregando pacote">
        <div className={`${view.head} onDark`}>
          <div className={`container ${view.layout}`}>
            <Skeleton className={view.stageSkeleton} height="auto" />
            <div className={`${details.details} column`}>
              <Skeleton height={34} width="80%" />
              <Skeleton height={28} width="55%" />
              <Skeleton height={132} />
              <Skeleton height={44} />
            </div>
          </div>
        </div>
        <div className="container">
          <div className={view.tiles}>
            {skeletonTileKeys.map((key) => (
              <Skeleton key={key} className={view.tileSkeleton} height="auto" />
            ))}
          </div>
        </div>
      </Loading>
    </Main>
  );
}

const OFFLINE_TEXT = 'Você está sem internet. O pacote se abre quando a conexão voltar.';

function PackNotFound({ isOwn }: { isOwn: boolean }) {
  return (
    <EmptyState
      art="busca"
      heading="h1"
      narrow
      title="Pacote não encontrado."
      text={
        isOwn
          ? 'Só quem publicou o serviço abre este pacote. Se você comprou, abra pelo pedido.'
          : 'Ele se abre depois do pagamento, para quem comprou. Depois de um reembolso, ele não abre mais.'
      }
      action={
        <Button asLink to="/sales?aba=compras" variant="primary">
          Ver minhas compras
        </Button>
      }
    />
  );
}

interface PackErrorProps {
  error: Error | null;
  source: PackSource;
  retrying: boolean;
  onRetry: () => void;
}

/** Shown while the team hides the service of a pack, to its seller and to those who paid for it. */
function HiddenPack({ source: { paymentId, serviceId } }: { source: PackSource }) {
  const isOwn = paymentId === null;
  return (
    <EmptyState
      art="busca"
      heading="h1"
      narrow
      title="A equipe tirou este pacote do ar."
      text={
        isOwn
          ? 'Ninguém abre os arquivos agora, nem quem comprou. No serviço está o motivo.'
          : 'Você não abre os arquivos agora. No pedido você pode abrir uma disputa, pedir ajuda ou ver o reembolso.'
      }
      action={
        isOwn ? (
          <Button asLink to={`/service/${serviceId}`} variant="primary">
            Ver o serviço
          </Button>
        ) : (
          <Button
            asLink
            to={`/sales?aba=compras&pedido=${paymentId}&acao=detalhes`}
            variant="primary"
          >
            Ver o pedido
          </Button>
        )
      }
    />
  );
}

/** Shown when a pack cannot be opened; `error` is null when the browser is offline. */
export function PackError({ error, source, retrying, onRetry }: PackErrorProps) {
  const code = error instanceof ApiError ? error.code : null;
  if (code === 'adults_only') return <AgeGate />;
  const isHidden = code === 'pack_hidden';
  const notFound = error instanceof ApiError && (error.status === 404 || error.status === 400);
  return (
    <Main>
      <div className="container">
        {isHidden && <HiddenPack source={source} />}
        {!isHidden && notFound && <PackNotFound isOwn={source.paymentId === null} />}
        {!notFound && (
          <ErrorState
            heading="h1"
            narrow
            reason={error ? messageOfError(error) : OFFLINE_TEXT}
            onRetry={onRetry}
            retrying={retrying}
          />
        )}
      </div>
    </Main>
  );
}

/** Shown for a pack whose files were all removed. */
export function EmptyPack({ isOwn, serviceId }: { isOwn: boolean; serviceId: string }) {
  return (
    <Main>
      <div className="container">
        <EmptyState
          art="feed"
          heading="h1"
          narrow
          title="Este pacote está vazio."
          text={
            isOwn ? 'Coloque os arquivos que quem compra vai receber.' : 'Fale com quem vendeu.'
          }
          action={
            isOwn && (
              <Button asLink to={`/service/${serviceId}?editar=${serviceId}`} variant="primary">
                Editar serviço
              </Button>
            )
          }
        />
      </div>
    </Main>
  );
}
