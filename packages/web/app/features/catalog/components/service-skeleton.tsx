import { Main } from '../../../ui/main.tsx';
import { Loading, Skeleton } from '../../../ui/skeleton.tsx';

/** The silhouette of a service's page. */
export function ServiceSkeleton() {
  return (
    <Main>
      <Loading label="Carregando serviço" className="wrap serv">
        <div className="serv-p">
          <Skeleton className="esq-serv" height="auto" />
          <div className="serv-h">
            <Skeleton height={24} width="30%" />
            <Skeleton height={48} width="80%" />
            <Skeleton height={20} />
            <Skeleton height={20} width="70%" />
          </div>
        </div>
        <div className="serv-l">
          <Skeleton height={320} />
        </div>
      </Loading>
    </Main>
  );
}
