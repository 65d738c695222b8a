import type { Payment } from '@guilda/contract/orders';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api/api.ts';

/** The order of a bought pack; undefined while the order is loading, and for the owner. */
export function usePackOrder(paymentId: string | null): Payment | undefined {
  const { data } = useQuery({
    queryKey: ['packs', 'purchase', paymentId],
    queryFn: async ({ signal }) => {
      const params = { id: paymentId ?? '' };
      const { payment } = await api().orders.getPayment({ params }, { signal });
      return payment;
    },
    enabled: paymentId !== null,
  });
  return data;
}
