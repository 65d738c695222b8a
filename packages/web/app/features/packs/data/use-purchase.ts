import type { Payment } from '@guilda/contract/orders';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';

/** The purchase that a pack was bought with; undefined while it is not known, or for an owner. */
export function usePurchase(paymentId: string | null): Payment | undefined {
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
