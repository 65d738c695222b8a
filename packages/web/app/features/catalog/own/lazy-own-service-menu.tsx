import type { Service } from '@guilda/contract/catalog';
import { lazy, Suspense } from 'react';

const OwnServiceMenu = lazy(() =>
  import('./own-service-menu.tsx').then((module) => ({ default: module.OwnServiceMenu })),
);

/** The owner's menu on a service card; loaded for owners only. */
export function LazyOwnServiceMenu({ service }: { service: Service }) {
  return (
    <Suspense>
      <OwnServiceMenu service={service} />
    </Suspense>
  );
}
