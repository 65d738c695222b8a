import { Loading, Skeleton } from '../../ui/skeleton.tsx';

/** The desk before its first answer. */
export function AdminSkeleton() {
  return (
    <>
      <div className="mod-f">
        <Loading label="Carregando saques" className="col mod-e">
          <Skeleton width="8rem" height={34} />
          <Skeleton height={44} />
          <Skeleton height={48} />
          <Skeleton height={48} />
        </Loading>
      </div>
      <div className="mod-d">
        <Loading label="Carregando saque" className="col">
          <Skeleton width="14rem" height={48} />
          <Skeleton height="9rem" />
        </Loading>
      </div>
    </>
  );
}
