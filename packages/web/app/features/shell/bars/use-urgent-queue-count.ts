import { useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api/api.ts';

/** Number of urgent or overdue items of the moderation queue; refreshed every minute while the menu is open. */
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
