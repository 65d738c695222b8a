import { Loading, Skeleton } from '../../ui/skeleton.tsx';

/** The wallet before its first answer. */
export function WalletSkeleton() {
  return (
    <Loading label="Carregando carteira">
      <div className="placar on-mesa" aria-hidden="true">
        {['a', 'b', 'c', 'd'].map((figure) => (
          <div key={figure} className="col g2">
            <Skeleton width="5rem" height={18} />
            <Skeleton width="8rem" height={30} />
            <Skeleton width="90%" height={14} />
          </div>
        ))}
      </div>
      <Skeleton height="18rem" />
    </Loading>
  );
}
