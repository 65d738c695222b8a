import { useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api/api.ts';

/** Number of urgent or late items of the queue; refreshed each minute while the menu is open. */
export function useUrgentQueueCount(): number {
  const { data } = useQuery({
    queryKey: ['admin', 'urgent'],
    queryFn: async ({ signal }) =>
      (await api().moderationQueue.listQueue({ query: { limit: '1' } }, { signal })).urgent,
    staleTime: 0,
    refetchInterval: 60_000,
  });
  return data ?? 0;
}
