import type { Payment } from '@guilda/contract/orders/orders';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api/api.ts';

/** The query of a bought pack's order; disabled for the owner of the service. */
export function usePackOrder(paymentId: string | null): UseQueryResult<Payment> {
  return useQuery({
    queryKey: ['packs', 'purchase', paymentId],
    queryFn: async ({ signal }) => {
      const params = { id: paymentId ?? '' };
      const { payment } = await api().orders.getPayment({ params }, { signal });
      return payment;
    },
    enabled: paymentId !== null,
    // Always requested again, because the page must know at once whether the pack was opened.
    staleTime: 0,
  });
}
