import type { Payment } from '@guilda/contract/orders/orders';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { invalidateAll } from '../../../lib/data/invalidate-all.ts';
import { orderKeys } from './order-keys.ts';

export interface OrderPage {
  payments: Payment[];
  nextCursor: string | null;
}

export type OrderPages = InfiniteData<OrderPage, string | undefined>;

function replaceOrder(pages: OrderPages | undefined, order: Payment): OrderPages | undefined {
  if (!pages) return pages;
  const replace = (payment: Payment) => (payment.id === order.id ? order : payment);
  return {
    ...pages,
    pages: pages.pages.map((page) => ({ ...page, payments: page.payments.map(replace) })),
  };
}

/** Replaces an order in the cache by its new state from a server answer, then refetches everything. */
export async function updateCachedOrder(client: QueryClient, order: Payment): Promise<void> {
  // A pending request must not overwrite this order with an older state.
  await client.cancelQueries({ queryKey: orderKeys.all });
  client.setQueriesData<OrderPages>({ queryKey: orderKeys.lists }, (pages) =>
    replaceOrder(pages, order),
  );
  client.setQueryData(orderKeys.one(order.id), order);
  void refetchAfterOrderChange(client);
}

/** Invalidates the data of all pages, because a changed order also affects balances, ratings and other pages. */
export function refetchAfterOrderChange(client: QueryClient): Promise<void> {
  return invalidateAll(client);
}
