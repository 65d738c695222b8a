import type { Payment } from '@guilda/contract/orders';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { orderKeys } from './keys.ts';

/** The review of a completed order, for its people. */
export function useOrderReview({ id, serviceId }: Pick<Payment, 'id' | 'serviceId'>) {
  return useQuery({
    queryKey: orderKeys.review(id),
    queryFn: async ({ signal }) => {
      const params = { serviceId, paymentId: id };
      return (await api().reviews.getOrderReview({ params }, { signal })).review;
    },
    staleTime: 0,
  });
}
