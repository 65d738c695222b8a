import type { Service } from '@guilda/contract/catalog';
import { lazy, Suspense } from 'react';

const OwnServiceMenu = lazy(() =>
  import('./own-service-menu.tsx').then((module) => ({ default: module.OwnServiceMenu })),
);

/** What its owner may do with a service, on its ficha: fetched by owners alone. */
export function OwnMenu({ service }: { service: Service }) {
  return (
    <Suspense>
      <OwnServiceMenu service={service} />
    </Suspense>
  );
}
