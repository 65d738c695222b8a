import { Loading, Skeleton } from '../../ui/skeleton.tsx';

const lines = ['a', 'b', 'c', 'd', 'e'];

/** Lines of a list before its first answer; `flush` where the page itself keeps its edges. */
export function LinesSkeleton({ label, flush = false }: { label: string; flush?: boolean }) {
  return (
    <Loading label={label} className={flush ? 'col' : 'col mod-e'}>
      {lines.map((line) => (
        <Skeleton key={line} height={52} />
      ))}
    </Loading>
  );
}

/** A case before it has come. */
export function ItemSkeleton() {
  return (
    <Loading label="Carregando caso" className="col">
      <Skeleton width="10rem" height={18} />
      <Skeleton width="70%" height={48} />
      <div className="mod-g">
        <div className="col">
          <Skeleton height="9rem" />
          <Skeleton height="12rem" />
        </div>
        <div className="col">
          <Skeleton height="12rem" />
          <Skeleton height="16rem" />
        </div>
      </div>
    </Loading>
  );
}

/** The desk before its first answer; `wide` without the list at the left. */
export function DeskSkeleton({ wide }: { wide?: boolean }) {
  if (wide) return <LinesSkeleton label="Carregando" />;
  return (
    <>
      <div className="mod-f">
        <LinesSkeleton label="Carregando fila" />
      </div>
      <div className="mod-d so-desk">
        <ItemSkeleton />
      </div>
    </>
  );
}
