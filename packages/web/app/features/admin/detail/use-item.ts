import { useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api/api.ts';

/** A case in its context; pictures in it have addresses for minutes. */
export function useCase(id: string) {
  return useQuery({
    queryKey: ['admin', 'case', id],
    queryFn: async ({ signal }) =>
      (await api().moderationQueue.getCase({ params: { id } }, { signal })).case,
    staleTime: 0,
  });
}

/** One withdrawal as the team sees it. */
export function useWithdrawal(id: string) {
  return useQuery({
    queryKey: ['admin', 'withdrawal', id],
    queryFn: async ({ signal }) =>
      (await api().wallet.adminGetWithdrawal({ params: { id } }, { signal })).withdrawal,
    staleTime: 0,
  });
}

/** One refund as the team sees it. */
export function useRefund(id: string) {
  return useQuery({
    queryKey: ['admin', 'refund', id],
    queryFn: async ({ signal }) =>
      (await api().refunds.adminGetRefund({ params: { id } }, { signal })).refund,
    staleTime: 0,
  });
}
