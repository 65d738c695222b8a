import { useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api/api.ts';

/** Loads a case with its context. Links to pictures in the answer expire after some minutes. */
export function useCase(caseId: string) {
  return useQuery({
    queryKey: ['admin', 'case', caseId],
    queryFn: async ({ signal }) =>
      (await api().moderationQueue.getCase({ params: { id: caseId } }, { signal })).case,
    staleTime: 0,
  });
}

/** Loads one withdrawal with the data that only the team sees. */
export function useWithdrawal(withdrawalId: string) {
  return useQuery({
    queryKey: ['admin', 'withdrawal', withdrawalId],
    queryFn: async ({ signal }) =>
      (await api().wallet.adminGetWithdrawal({ params: { id: withdrawalId } }, { signal }))
        .withdrawal,
    staleTime: 0,
  });
}

/** Loads one dispute with the data that only the team sees. */
export function useDispute(disputeId: string) {
  return useQuery({
    queryKey: ['admin', 'dispute', disputeId],
    queryFn: async ({ signal }) =>
      (await api().disputes.adminGetDispute({ params: { id: disputeId } }, { signal })).dispute,
    staleTime: 0,
  });
}

/** Loads one refund with the data that only the team sees. */
export function useRefund(refundId: string) {
  return useQuery({
    queryKey: ['admin', 'refund', refundId],
    queryFn: async ({ signal }) =>
      (await api().refunds.adminGetRefund({ params: { id: refundId } }, { signal })).refund,
    staleTime: 0,
  });
}

/** Loads one chargeback with the data that only the team sees. */
export function useChargeback(chargebackId: string) {
  return useQuery({
    queryKey: ['admin', 'chargeback', chargebackId],
    queryFn: async ({ signal }) =>
      (await api().chargebacks.adminGetChargeback({ params: { id: chargebackId } }, { signal }))
        .chargeback,
    staleTime: 0,
  });
}
