import type { ApiClient } from '@guilda/contract/client';
import type { AdminWithdrawal } from '@guilda/contract/wallet';
import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { api } from '../../lib/api.ts';

type Page = Awaited<ReturnType<ApiClient['wallet']['adminListWithdrawals']>>;
type Status = AdminWithdrawal['status'];

/** Queues of withdrawals, by the name they have in the page's address. */
export const queues = [
  { status: 'requested', name: null, label: 'Solicitados', none: 'Nenhum saque à espera.' },
  { status: 'settled', name: 'pagos', label: 'Pagos', none: 'Nenhum saque pago até agora.' },
  { status: 'refused', name: 'recusados', label: 'Recusados', none: 'Nenhum saque recusado.' },
] as const satisfies readonly {
  status: Status;
  name: string | null;
  label: string;
  none: string;
}[];

export type Queue = (typeof queues)[number];

/** The queue and the withdrawal that the page's address names, and addresses of others. */
export function useDeskAddress() {
  const [params] = useSearchParams();
  const queue = queues.find(({ name }) => name === params.get('ver')) ?? queues[0];
  const to = ({ name }: Queue, withdrawal?: string) => {
    const next = new URLSearchParams();
    if (name) next.set('ver', name);
    if (withdrawal) next.set('saque', withdrawal);
    return { search: next.toString() };
  };
  return { queue, chosen: params.get('saque'), to };
}

export const queueKey = ['admin', 'withdrawals'];

/** Withdrawals of everyone in one state, oldest first. */
export function useQueue(status: Status) {
  return useInfiniteQuery<Page, Error, InfiniteData<Page>, readonly string[], string | undefined>({
    queryKey: [...queueKey, status],
    queryFn: ({ pageParam, signal }) =>
      api().wallet.adminListWithdrawals(
        { query: { status, limit: '30', cursor: pageParam } },
        { signal },
      ),
    initialPageParam: undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    staleTime: 0,
  });
}
