import type { Service } from '@guilda/contract/services/catalog';
import { lazy, Suspense } from 'react';

const OwnServiceMenu = lazy(() =>
  import('./own-service-menu.tsx').then((module) => ({ default: module.OwnServiceMenu })),
);

/** The owner's menu on a service card. Its code is loaded only if the signed-in person owns the service. */
export function LazyOwnServiceMenu({ service }: { service: Service }) {
  return (
    <Suspense>
      <OwnServiceMenu service={service} />
    </Suspense>
  );
}
