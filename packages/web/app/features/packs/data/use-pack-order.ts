import type { Payment } from '@guilda/contract/orders/orders';
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api/api.ts';

const orderKey = (paymentId: string | null) => ['packs', 'purchase', paymentId];

/** The query of a bought pack's order; disabled for the owner of the service. */
export function usePackOrder(paymentId: string | null): UseQueryResult<Payment> {
  return useQuery({
    queryKey: orderKey(paymentId),
    queryFn: async ({ signal, client }) => {
      const params = { id: paymentId ?? '' };
      const { payment } = await api().orders.getPayment({ params }, { signal });
      // The server records the opening at the first file, which may be requested after the order.
      const wasOpened = client.getQueryData<Payment>(orderKey(paymentId))?.packOpened;
      return wasOpened ? { ...payment, packOpened: true } : payment;
    },
    enabled: paymentId !== null,
    // Always requested again, because the page must know at once whether the pack was opened.
    staleTime: 0,
  });
}

/** Marks the pack of an order as opened in the cache, so that coming back to the page shows the files at once. */
export function useMarkPackOpened(paymentId: string | null): () => void {
  const queryClient = useQueryClient();
  return () =>
    queryClient.setQueryData<Payment>(
      orderKey(paymentId),
      (order) => order && { ...order, packOpened: true },
    );
}
