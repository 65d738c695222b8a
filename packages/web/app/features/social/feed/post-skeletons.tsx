import { Loading, Skeleton } from '../../../ui/skeleton.tsx';

function PostSkeleton() {
  return (
    <div className="post painel liso" aria-hidden="true">
      <div className="row">
        <Skeleton width={40} height={40} />
        <div className="col g2 cresce">
          <Skeleton width="40%" height={14} />
          <Skeleton width="25%" height={12} />
        </div>
      </div>
      <div className="col g2 txt">
        <Skeleton height={16} />
        <Skeleton width="70%" height={16} />
      </div>
      <div className="acoes esq-acoes">
        <Skeleton width={64} height={20} />
        <Skeleton width={120} height={20} />
      </div>
    </div>
  );
}

/** Posts that are still loading. */
export function PostSkeletons({ count = 3 }: { count?: number | undefined }) {
  return (
    <Loading label="Carregando publicações" className="feed-e">
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: identical shapes without identity
        <PostSkeleton key={index} />
      ))}
    </Loading>
  );
}
