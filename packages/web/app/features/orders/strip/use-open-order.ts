import type { Payment, ServiceStatus } from '@guilda/contract/orders';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { orderKeys } from '../data/keys.ts';
import type { OrderRole } from '../model/columns.ts';
import { boardPauseMs } from '../model/polling.ts';

/** What is under way comes before what waits for its start. */
const wanted: readonly { role: OrderRole; status: ServiceStatus }[] = [
  { role: 'seller', status: 'in_progress' },
  { role: 'buyer', status: 'in_progress' },
  { role: 'seller', status: 'awaiting_start' },
  { role: 'buyer', status: 'awaiting_start' },
];

async function readOpenOrder(partner: string, signal: AbortSignal): Promise<Payment | null> {
  const lists = await Promise.all(
    wanted.map(({ role, status }) =>
      api().orders.listPayments({ query: { role, status, partner, limit: '1' } }, { signal }),
    ),
  );
  return lists.flatMap(({ payments }) => payments)[0] ?? null;
}

/** The order between the signed-in person and `partner` that is under way or waits for its start. */
export function useOpenOrder(partner: string) {
  return useQuery({
    queryKey: orderKeys.between(partner),
    queryFn: ({ signal }) => readOpenOrder(partner, signal),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data ? boardPauseMs.open : boardPauseMs.quiet),
  });
}
