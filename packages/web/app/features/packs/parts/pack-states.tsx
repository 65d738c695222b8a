import { ApiError } from '@guilda/contract/api-error';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Main } from '../../../ui/main.tsx';
import { Loading, Skeleton } from '../../../ui/skeleton.tsx';
import { AgeGate } from '../../age/index.ts';

const tiles = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

/** The silhouette of a pack's page. */
export function PackSkeleton() {
  return (
    <Main className="pt0">
      <Loading label="Carregando pacote">
        <div className="visor on-mesa">
          <div className="wrap visor-w">
            <Skeleton className="esq-serv" height="auto" />
            <div className="visor-l col">
              <Skeleton height={34} width="80%" />
              <Skeleton height={28} width="55%" />
              <Skeleton height={132} />
              <Skeleton height={44} />
            </div>
          </div>
        </div>
        <div className="wrap">
          <div className="rolo-p">
            {tiles.map((key) => (
              <Skeleton key={key} className="esq-rolo" height="auto" />
            ))}
          </div>
        </div>
      </Loading>
    </Main>
  );
}

const OFFLINE = 'Você está sem internet. O pacote se abre quando a conexão voltar.';

function NoPack({ own }: { own: boolean }) {
  return (
    <EmptyState
      art="busca"
      heading="h1"
      className="vazio-u"
      title="Pacote não encontrado."
      text={
        own
          ? 'Só quem publicou o serviço abre este pacote. Se você comprou, abra pelo pedido.'
          : 'Ele se abre depois do pagamento, para quem comprou, e se fecha com o reembolso.'
      }
      action={
        <Button asLink to="/sales?aba=compras" variant="primary">
          Ver minhas compras
        </Button>
      }
    />
  );
}

interface PackTroubleProps {
  error: Error | null;
  /** For the owner of the service. */
  own: boolean;
  retrying: boolean;
  onRetry: () => void;
}

/** Stands in for a pack that cannot be opened; without an error it is the network that is missing. */
export function PackTrouble({ error, own, retrying, onRetry }: PackTroubleProps) {
  const code = error instanceof ApiError ? error.code : null;
  if (code === 'adults_only') return <AgeGate />;
  const gone = error instanceof ApiError && (error.status === 404 || error.status === 400);
  return (
    <Main>
      <div className="wrap">
        {gone ? (
          <NoPack own={own} />
        ) : (
          <ErrorState
            heading="h1"
            className="vazio-u"
            reason={error ? error.message : OFFLINE}
            onRetry={onRetry}
            retrying={retrying}
          />
        )}
      </div>
    </Main>
  );
}

/** A pack without any file: what is left of one whose files were all taken out. */
export function EmptyPack({ own, serviceId }: { own: boolean; serviceId: string }) {
  return (
    <Main>
      <div className="wrap">
        <EmptyState
          art="feed"
          heading="h1"
          className="vazio-u"
          title="Este pacote está vazio."
          text={own ? 'Coloque os arquivos que quem compra vai receber.' : 'Fale com quem vendeu.'}
          action={
            own && (
              <Button asLink to={`/service/${serviceId}?editar=${serviceId}`} variant="primary">
                Editar ficha
              </Button>
            )
          }
        />
      </div>
    </Main>
  );
}
