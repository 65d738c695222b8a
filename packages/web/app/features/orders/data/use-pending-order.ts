import type { Payment } from '@guilda/contract/orders/orders';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useReducer } from 'react';
import { browserClient } from '../../../lib/data/page-data.ts';
import { serverNowMs } from '../../../lib/format/server-time.ts';
import { useSession } from '../../../lib/session/session.ts';
import { orderKeys } from './order-keys.ts';

/** An unpaid order whose checkout can be continued. */
export type PendingOrder = Payment & { readonly checkoutUrl: string; readonly expiresAt: string };

/** Whether the order can still be paid at the price that the page shows. */
const isContinuable =
  (serviceId: string, price: string) =>
  (order: Payment): order is PendingOrder =>
    order.serviceId === serviceId &&
    order.price === price &&
    order.checkoutUrl !== null &&
    order.expiresAt !== null &&
    Date.parse(order.expiresAt) > serverNowMs();

/** Renders the component again once a time of the server's clock is past; `time` undefined means never. */
function useRenderAfter(time: string | undefined): void {
  const [, renderAgain] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    if (time === undefined) return;
    const timer = setTimeout(renderAgain, Date.parse(time) - serverNowMs() + 1);
    return () => clearTimeout(timer);
  }, [time]);
}

/**
 * The signed-in person's unpaid order of a service at its current price; null for visitors, while loading, and when
 * there is no such order.
 */
export function usePendingOrder(service: { id: string; price: string }): PendingOrder | null {
  const signedIn = useSession((state) => state.ready && state.user !== null);
  const { data } = useQuery({
    queryKey: orderKeys.unpaid,
    queryFn: async ({ signal }) => {
      const query = { role: 'buyer', status: 'awaiting_payment' } as const;
      const { payments } = await (await browserClient()).orders.listPayments({ query }, { signal });
      return payments;
    },
    enabled: signedIn,
    staleTime: 0,
  });
  const order = data?.find(isContinuable(service.id, service.price));
  useRenderAfter(order?.expiresAt);
  return order ?? null;
}
