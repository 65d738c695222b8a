import type { Service } from '@guilda/contract/services/catalog';
import { useIdleComponent } from '../../../lib/loading/use-idle-component.ts';

const loadMenu = () => import('./own-service-menu.tsx').then((module) => module.OwnServiceMenu);

/** The owner's menu on a service card. Its code is loaded only if the signed-in person owns the service. */
export function LazyOwnServiceMenu({ service }: { service: Service }) {
  const OwnServiceMenu = useIdleComponent(loadMenu, true);
  return OwnServiceMenu && <OwnServiceMenu service={service} />;
}
