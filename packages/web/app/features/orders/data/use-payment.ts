import type { Payment } from '@guilda/contract/orders';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { api } from '../../../lib/api.ts';
import { isOpen } from '../model/columns.ts';
import { boardPauseMs, paymentPauseMs } from '../model/polling.ts';
import { orderKeys } from './keys.ts';

/** When somebody last came to the page: opened it, came back to its tab or got a network again. */
function useAttention() {
  const since = useRef(0);
  useEffect(() => {
    const mark = () => {
      since.current = Date.now();
    };
    const back = () => document.visibilityState === 'visible' && mark();
    mark();
    document.addEventListener('visibilitychange', back);
    window.addEventListener('online', mark);
    return () => {
      document.removeEventListener('visibilitychange', back);
      window.removeEventListener('online', mark);
    };
  }, []);
  return () => Date.now() - since.current;
}

const readPayment =
  (id: string) =>
  async ({ signal }: { signal: AbortSignal }): Promise<Payment> => {
    const { payment } = await api().orders.getPayment({ params: { id } }, { signal });
    return payment;
  };

/**
 * One purchase, asked for again and again while something is still to happen to it: ever less often,
 * not at all in a hidden tab, and at once when somebody comes back to it or to the network.
 */
export function usePayment(id: string) {
  const attention = useAttention();
  const pause = (order: Payment | undefined) => {
    if (order?.serviceStatus === 'awaiting_payment') return paymentPauseMs(attention());
    return order && isOpen(order) ? boardPauseMs.open : false;
  };
  return useQuery({
    queryKey: orderKeys.one(id),
    queryFn: readPayment(id),
    staleTime: 0,
    refetchOnWindowFocus: 'always',
    refetchOnReconnect: 'always',
    refetchInterval: ({ state }) => pause(state.data),
  });
}

/** An order that stands in no list so far; asked for once, and not at all while `id` is null. */
export function useUnlistedPayment(id: string | null) {
  return useQuery({
    queryKey: orderKeys.one(id ?? ''),
    queryFn: readPayment(id ?? ''),
    enabled: id !== null,
    staleTime: 0,
  });
}

/** The person's newest purchase; null when there is none. */
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
