import { PackPage } from '../features/packs/index.ts';
import type { Route } from './+types/bought-pack';

export { packMeta as meta } from '../features/packs/index.ts';

export default function BoughtPackRoute({ params }: Route.ComponentProps) {
  return <PackPage serviceId={params.serviceId} paymentId={params.paymentId} />;
}
