import { useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

/** How much of what waits for the team is urgent or late; asked anew each minute while the menu is open. */
export function useUrgent(): number {
  const { data } = useQuery({
    queryKey: ['admin', 'urgent'],
    queryFn: async ({ signal }) =>
      (await api().desk.listQueue({ query: { limit: '1' } }, { signal })).urgent,
    staleTime: 0,
    refetchInterval: 60_000,
  });
  return data ?? 0;
}
