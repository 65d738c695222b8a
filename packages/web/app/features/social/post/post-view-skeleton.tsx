import { Main } from '../../../ui/main.tsx';
import { Loading, Skeleton } from '../../../ui/skeleton.tsx';

/** The silhouette of a post's page. */
export function PostViewSkeleton() {
  return (
    <Main>
      <Loading label="Carregando publicação" className="wrap com pub">
        <div>
          <div className="post painel liso col">
            <div className="row">
              <Skeleton width={40} height={40} />
              <Skeleton width="40%" height={18} />
            </div>
            <Skeleton width="80%" height={44} />
            <Skeleton height={18} />
            <Skeleton height={280} />
          </div>
        </div>
        <div className="com-l pub-l so-desk">
          <Skeleton height={210} />
        </div>
      </Loading>
    </Main>
  );
}
