import type { Payment } from '@guilda/contract/orders';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api/api.ts';
import { durationText } from '../../../lib/format/duration-text.ts';
import { orderKeys } from '../data/order-keys.ts';

/**
 * Says how long the seller usually takes to start, while the buyer waits. Renders nothing while the time is unknown.
 */
export function UsualStartNote({ order }: { order: Payment }) {
  const { serviceId, serviceStatus, sellerName } = order;
  const waits = serviceStatus === 'awaiting_start';
  const { data } = useQuery({
    queryKey: orderKeys.usualStart(serviceId),
    queryFn: ({ signal }) => api().catalog.getService({ params: { serviceId } }, { signal }),
    enabled: waits,
    retry: false,
  });
  if (!waits || data?.usualStartMs == null) return null;
  return (
    <p className="textSm secondary pretty">
      <bdi>{sellerName}</bdi> costuma começar em{' '}
      <span className="numeric">{durationText(data.usualStartMs)}</span>.
    </p>
  );
}
