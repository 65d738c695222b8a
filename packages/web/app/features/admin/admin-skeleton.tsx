import clsx from 'clsx';
import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx';
import * as layout from './admin.module.css';

const lineKeys = ['a', 'b', 'c', 'd', 'e'];

/** Placeholder of a list while its first page is loading. `flush` removes its margin, for pages that have one already. */
export function LinesSkeleton({ label, flush = false }: { label: string; flush?: boolean }) {
  return (
    <Loading label={label} className={flush ? 'column' : clsx(layout.lines, 'column')}>
      {lineKeys.map((line) => (
        <Skeleton key={line} height={52} />
      ))}
    </Loading>
  );
}

/** Placeholder of a case while it is loading. */
export function ItemSkeleton() {
  return (
    <Loading label="Carregando caso" className="column">
      <Skeleton width="10rem" height={18} />
      <Skeleton width="70%" height={48} />
      <div className={layout.columns}>
        <div className="column">
          <Skeleton height="9rem" />
          <Skeleton height="12rem" />
        </div>
        <div className="column">
          <Skeleton height="12rem" />
          <Skeleton height="16rem" />
        </div>
      </div>
    </Loading>
  );
}

/** Placeholder of the admin pages; `wide` is set for tabs that have no list at the left. */
export function AdminSkeleton({ wide }: { wide?: boolean }) {
  if (wide) return <LinesSkeleton label="Carregando" />;
  return (
    <>
      <div className={layout.rail}>
        <LinesSkeleton label="Carregando fila" />
      </div>
      <div className={clsx(layout.pane, 'onlyLarge')}>
        <ItemSkeleton />
      </div>
    </>
  );
}
