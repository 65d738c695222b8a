import { limits } from '@guilda/contract/limits';
import type { ServiceStatus } from '@guilda/contract/orders/orders';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '../../../lib/api/api.ts';
import { type BoardColumns, groupByColumn, isOpenOrder } from '../model/board-columns.ts';
import type { OrderSide } from '../model/order-side.ts';
import { boardPollMs } from '../model/poll-intervals.ts';
import type { OrderPage, OrderPages } from './order-cache.ts';
import { orderKeys } from './order-keys.ts';

const PAGE_SIZE = String(limits.page.max);

/** The orders of all loaded pages in one array. */
export const flattenPages = (data: OrderPages | undefined) =>
  data?.pages.flatMap(({ payments }) => payments) ?? [];

interface OrderListFilter {
  readonly status?: ServiceStatus | undefined;
  /** Uid of the other person, to load only orders with that person. */
  readonly partner?: string | undefined;
  readonly enabled?: boolean | undefined;
}

/** A person's orders as buyer or as seller (`role`), newest first, optionally filtered; refetched regularly. */
export function useOrderList(
  role: OrderSide,
  { status, partner, enabled = true }: OrderListFilter = {},
) {
  return useInfiniteQuery<OrderPage, Error, OrderPages, readonly string[], string | undefined>({
    queryKey: orderKeys.list(role, status ?? 'all', partner ?? 'all'),
    queryFn: ({ pageParam, signal }) =>
      api().orders.listPayments(
        { query: { role, status, partner, limit: PAGE_SIZE, cursor: pageParam } },
        { signal },
      ),
    initialPageParam: undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    enabled,
    // Returning to the tab always refetches, because the other person may have changed an order.
    staleTime: 0,
    refetchInterval: ({ state }) =>
      flattenPages(state.data).some(isOpenOrder) ? boardPollMs.open : boardPollMs.quiet,
  });
}

export interface OrderBoard {
  /** The columns of the board; null until the first answer. */
  readonly columns: BoardColumns | null;
  /** Error of the latest request; null when it succeeded. */
  readonly error: Error | null;
  readonly hasMore: boolean;
  readonly loadingMore: boolean;
  readonly retrying: boolean;
  loadMore(): void;
  retry(): void;
}

/**
 * A person's orders as buyer or as seller (`role`), grouped for the board. The newest orders are loaded page by page.
 * If there is more than one page, all waiting and running orders are loaded in addition, however old. `partner` limits
 * the board to orders with one person.
 */
export function useOrderBoard(role: OrderSide, partner?: string): OrderBoard {
  const recentOrders = useOrderList(role, { partner });
  const hasMore = recentOrders.hasNextPage;
  const waitingOrders = useOrderList(role, { status: 'awaiting_start', partner, enabled: hasMore });
  const runningOrders = useOrderList(role, { status: 'in_progress', partner, enabled: hasMore });
  const columns = useMemo(() => {
    if (!recentOrders.data) return null;
    const openOrders = [...flattenPages(waitingOrders.data), ...flattenPages(runningOrders.data)];
    return groupByColumn([...openOrders, ...flattenPages(recentOrders.data)], role);
  }, [recentOrders.data, waitingOrders.data, runningOrders.data, role]);
  return {
    columns,
    error: recentOrders.error,
    hasMore,
    loadingMore: recentOrders.isFetchingNextPage,
    retrying: recentOrders.isFetching,
    loadMore: () => void recentOrders.fetchNextPage(),
    retry: () => void recentOrders.refetch(),
  };
}
