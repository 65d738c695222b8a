import { useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api/api.ts';

/** Loads a case with its context. Links to pictures in the answer expire after some minutes. */
export function useCase(id: string) {
  return useQuery({
    queryKey: ['admin', 'case', id],
    queryFn: async ({ signal }) =>
      (await api().moderationQueue.getCase({ params: { id } }, { signal })).case,
    staleTime: 0,
  });
}

/** Loads one withdrawal with the data that only the team sees. */
export function useWithdrawal(id: string) {
  return useQuery({
    queryKey: ['admin', 'withdrawal', id],
    queryFn: async ({ signal }) =>
      (await api().wallet.adminGetWithdrawal({ params: { id } }, { signal })).withdrawal,
    staleTime: 0,
  });
}

/** Loads one dispute with the data that only the team sees. */
export function useDispute(id: string) {
  return useQuery({
    queryKey: ['admin', 'dispute', id],
    queryFn: async ({ signal }) =>
      (await api().disputes.adminGetDispute({ params: { id } }, { signal })).dispute,
    staleTime: 0,
  });
}

/** Loads one refund with the data that only the team sees. */
export function useRefund(id: string) {
  return useQuery({
    queryKey: ['admin', 'refund', id],
    queryFn: async ({ signal }) =>
      (await api().refunds.adminGetRefund({ params: { id } }, { signal })).refund,
    staleTime: 0,
  });
}

/** Loads one chargeback with the data that only the team sees. */
export function useChargeback(id: string) {
  return useQuery({
    queryKey: ['admin', 'chargeback', id],
    queryFn: async ({ signal }) =>
      (await api().chargebacks.adminGetChargeback({ params: { id } }, { signal })).chargeback,
    staleTime: 0,
  });
}
