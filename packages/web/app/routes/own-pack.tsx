import { PackPage } from '../features/packs/index.ts';
import type { Route } from './+types/own-pack';

export { packMeta as meta } from '../features/packs/index.ts';

export default function OwnPackRoute({ params }: Route.ComponentProps) {
  return <PackPage serviceId={params.serviceId} />;
}
