import type { Payment } from '@guilda/contract/orders/orders';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api/api.ts';
import { durationText } from '../../../lib/format/duration-text.ts';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { orderKeys } from '../data/order-keys.ts';

/**
 * Says how long the seller usually takes to start, while the buyer waits. Renders nothing while the time is unknown.
 */
export function UsualStartNote({ order }: { order: Payment }) {
  const { serviceId, serviceStatus, sellerName } = order;
  const awaitsStart = serviceStatus === 'awaiting_start';
  const { data, isPending } = useQuery({
    queryKey: orderKeys.usualStart(serviceId),
    queryFn: ({ signal }) => api().catalog.getService({ params: { serviceId } }, { signal }),
    enabled: awaitsStart,
    retry: false,
  });
  if (awaitsStart && isPending) return <Skeleton width="14rem" height="1.25rem" />;
  if (!awaitsStart || data?.usualStartMs == null) return null;
  return (
    <p className="textSm secondary pretty">
      <bdi>{sellerName}</bdi> costuma começar em{' '}
      <span className="numeric">{durationText(data.usualStartMs)}</span>.
    </p>
  );
}
