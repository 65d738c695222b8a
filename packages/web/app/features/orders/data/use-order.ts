import type { Payment } from '@guilda/contract/orders/orders';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { api } from '../../../lib/api/api.ts';
import { isOpenOrder } from '../model/board-columns.ts';
import { boardPollMs, paymentPollMs } from '../model/poll-intervals.ts';
import { orderKeys } from './order-keys.ts';

/**
 * Returns a function that gives the ms since the page was opened, became visible or went online, whichever was last.
 */
function useMsSinceAttention() {
  const attentionSince = useRef(0);
  useEffect(() => {
    const markAttention = () => {
      attentionSince.current = Date.now();
    };
    const onReturn = () => document.visibilityState === 'visible' && markAttention();
    markAttention();
    document.addEventListener('visibilitychange', onReturn);
    window.addEventListener('online', markAttention);
    return () => {
      document.removeEventListener('visibilitychange', onReturn);
      window.removeEventListener('online', markAttention);
    };
  }, []);
  return () => Date.now() - attentionSince.current;
}

const fetchOrder =
  (id: string) =>
  async ({ signal }: { signal: AbortSignal }): Promise<Payment> => {
    const { payment } = await api().orders.getPayment({ params: { id } }, { signal });
    return payment;
  };

/**
 * One order, polled at growing intervals until it is paid and then at a fixed interval until nobody has to act on it.
 * It is not polled in a hidden tab, and it is polled at once when the person comes back to the tab or online.
 */
export function useOrder(orderId: string) {
  const attentionMs = useMsSinceAttention();
  const intervalOf = (order: Payment | undefined) => {
    if (order?.serviceStatus === 'awaiting_payment') return paymentPollMs(attentionMs());
    return order && isOpenOrder(order) ? boardPollMs.open : false;
  };
  return useQuery({
    queryKey: orderKeys.one(orderId),
    queryFn: fetchOrder(orderId),
    staleTime: 0,
    refetchOnWindowFocus: 'always',
    refetchOnReconnect: 'always',
    refetchInterval: ({ state }) => intervalOf(state.data),
  });
}

/** The query of an order that is not in a loaded list; disabled while `orderId` is null. */
export function useUnlistedOrder(orderId: string | null) {
  return useQuery({
    queryKey: orderKeys.one(orderId ?? ''),
    queryFn: fetchOrder(orderId ?? ''),
    enabled: orderId !== null,
    staleTime: 0,
  });
}

/** The newest order that the person has bought; null when there is none. */
export function useNewestPurchase() {
  return useQuery({
    queryKey: orderKeys.newest,
    queryFn: async ({ signal }) => {
      const query = { role: 'buyer', limit: '1' } as const;
      const { payments } = await api().orders.listPayments({ query }, { signal });
      return payments[0] ?? null;
    },
    staleTime: 0,
  });
}
