import type { Payment } from '@guilda/contract/orders';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { orderKeys } from './keys.ts';

export interface OrderPage {
  payments: Payment[];
  nextCursor: string | null;
}

export type OrderPages = InfiniteData<OrderPage, string | undefined>;

function withOrder(pages: OrderPages | undefined, order: Payment): OrderPages | undefined {
  if (!pages) return pages;
  const put = (payment: Payment) => (payment.id === order.id ? order : payment);
  return {
    ...pages,
    pages: pages.pages.map((page) => ({ ...page, payments: page.payments.map(put) })),
  };
}

/** Shows an order as the server just answered it, wherever it stands, and asks for the rest anew. */
export async function keepOrder(client: QueryClient, order: Payment): Promise<void> {
  // An older answer still under way must not undo this one.
  await client.cancelQueries({ queryKey: orderKeys.all });
  client.setQueriesData<OrderPages>({ queryKey: orderKeys.lists }, (pages) =>
    withOrder(pages, order),
  );
  client.setQueryData(orderKeys.one(order.id), order);
  void refreshOrders(client);
}

/**
 * Asks anew for what is on screen and lets the rest go stale: a step also changes balances, ratings and
 * what waits for people on other pages.
 */
export function refreshOrders(client: QueryClient): Promise<void> {
  return client.invalidateQueries();
}
