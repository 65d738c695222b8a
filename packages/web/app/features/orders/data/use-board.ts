import { limits } from '@guilda/contract/limits';
import type { ServiceStatus } from '@guilda/contract/orders/orders';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '../../../lib/api/api.ts';
import { listTailOf } from '../../../lib/data/list-tail-of.ts';
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
  /** Whether to load only orders with an unresolved dispute. */
  readonly disputed?: boolean | undefined;
  /** Whether the oldest orders come first instead of the newest. */
  readonly oldestFirst?: boolean | undefined;
  /** Uid of the other person, to load only orders with that person. */
  readonly partner?: string | undefined;
  readonly enabled?: boolean | undefined;
}

/** A person's orders as buyer or as seller (`role`), optionally filtered; refetched regularly. */
export function useOrderList(
  role: OrderSide,
  { status, disputed = false, oldestFirst = false, partner, enabled = true }: OrderListFilter = {},
) {
  const filter = `${status ?? 'all'}${disputed ? ' disputed' : ''}${oldestFirst ? ' oldest' : ''}`;
  return useInfiniteQuery<OrderPage, Error, OrderPages, readonly string[], string | undefined>({
    queryKey: orderKeys.list(role, filter, partner ?? 'all'),
    queryFn: ({ pageParam, signal }) =>
      api().orders.listPayments(
        {
          query: {
            ...{ role, status, partner, limit: PAGE_SIZE, cursor: pageParam },
            ...(disputed ? { disputed: true } : {}),
            ...(oldestFirst ? { sort: 'oldest' } : {}),
          },
        },
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
  /** Whether more orders wait to be started than are loaded. */
  readonly hasMoreWaiting: boolean;
  readonly retrying: boolean;
  /** The end of the list of the newest orders: loads its next page. */
  readonly tail: ListTailState;
  /** Loads the open orders again after a failure; null when they are loaded or still loading. */
  readonly missingOpenOrders: ListTailState | null;
  retry(): void;
}

type ListTailState = ReturnType<typeof listTailOf>;

/** The requests among `lists` that failed, as the end of a list whose button sends them again; null without any. */
function failedListsTail(lists: readonly ReturnType<typeof useOrderList>[]): ListTailState | null {
  // While a failed request is sent again, it has no error, but it still has counted one.
  const failedLists = lists.filter(({ data, errorUpdateCount }) => !data && errorUpdateCount > 0);
  if (failedLists.length === 0) return null;
  return {
    hasMore: true,
    loadingMore: failedLists.some(({ isFetching }) => isFetching),
    error: failedLists.find(({ error }) => error)?.error ?? null,
    loadMore: () => {
      for (const { refetch } of failedLists) void refetch();
    },
  };
}

/** The waiting, running and disputed orders of a person, the oldest first; requested when `enabled`. */
function useOpenOrders(role: OrderSide, partner: string | undefined, enabled: boolean) {
  const filter = { partner, enabled, oldestFirst: true };
  const waiting = useOrderList(role, { ...filter, status: 'awaiting_start' });
  const running = useOrderList(role, { ...filter, status: 'in_progress' });
  const disputed = useOrderList(role, { ...filter, disputed: true });
  return { waiting, running, disputed };
}

/**
 * A person's orders as buyer or as seller (`role`), grouped for the board. The newest orders are loaded page by page.
 * If there is more than one page, the oldest of the waiting, running and disputed orders are loaded in addition,
 * because they have waited longest. `partner` limits the board to orders with one person.
 */
export function useOrderBoard(role: OrderSide, partner?: string): OrderBoard {
  const recentOrders = useOrderList(role, { partner });
  const hasMore = recentOrders.hasNextPage;
  const { waiting, running, disputed } = useOpenOrders(role, partner, hasMore);
  const columns = useMemo(() => {
    if (!recentOrders.data) return null;
    const lists = [waiting.data, running.data, disputed.data, recentOrders.data];
    return groupByColumn(lists.flatMap(flattenPages), role);
  }, [recentOrders.data, waiting.data, running.data, disputed.data, role]);
  return {
    columns,
    error: recentOrders.error,
    hasMore,
    hasMoreWaiting: hasMore && waiting.hasNextPage,
    retrying: recentOrders.isFetching,
    tail: listTailOf(recentOrders),
    missingOpenOrders: hasMore ? failedListsTail([waiting, running, disputed]) : null,
    retry: () => void recentOrders.refetch(),
  };
}
