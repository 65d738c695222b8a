import { useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

/** How many urgent cases wait for the team; asked for anew each minute while the menu is open. */
export function useUrgent(): number {
  const { data } = useQuery({
    queryKey: ['admin', 'urgent'],
    queryFn: async ({ signal }) => {
      const { items } = await api().desk.listQueue({ query: { limit: '50' } }, { signal });
      return items.filter(({ severity }) => severity === 'urgent').length;
    },
    staleTime: 0,
    refetchInterval: 60_000,
  });
  return data ?? 0;
}
