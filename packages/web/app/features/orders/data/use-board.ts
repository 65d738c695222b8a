import { limits } from '@guilda/contract/limits';
import type { ServiceStatus } from '@guilda/contract/orders';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '../../../lib/api.ts';
import { type Columns, columnsOf, isOpen, type OrderRole } from '../model/columns.ts';
import { boardPauseMs } from '../model/polling.ts';
import { orderKeys } from './keys.ts';
import type { OrderPage, OrderPages } from './order-cache.ts';

const PAGE = String(limits.page.max);

/** The orders of a list, in its order. */
export const paymentsOf = (data: OrderPages | undefined) =>
  data?.pages.flatMap(({ payments }) => payments) ?? [];

interface Narrowed {
  readonly status?: ServiceStatus | undefined;
  /** Uid of whoever is on the other side. */
  readonly partner?: string | undefined;
  readonly enabled?: boolean | undefined;
}

/** A person's orders on one side, newest first, narrowed where that is asked for; kept current. */
export function useOrderList(role: OrderRole, { status, partner, enabled = true }: Narrowed = {}) {
  return useInfiniteQuery<OrderPage, Error, OrderPages, readonly string[], string | undefined>({
    queryKey: orderKeys.list(role, status ?? 'all', partner ?? 'all'),
    queryFn: ({ pageParam, signal }) =>
      api().orders.listPayments(
        { query: { role, status, partner, limit: PAGE, cursor: pageParam } },
        { signal },
      ),
    initialPageParam: undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    enabled,
    // The other side of an order acts too: whoever comes back to the tab sees how things stand.
    staleTime: 0,
    refetchInterval: ({ state }) =>
      paymentsOf(state.data).some(isOpen) ? boardPauseMs.open : boardPauseMs.quiet,
  });
}

export interface Board {
  /** Null until the first answer. */
  readonly columns: Columns | null;
  /** What stopped the latest answer from coming. */
  readonly error: Error | null;
  readonly hasMore: boolean;
  readonly loadingMore: boolean;
  readonly retrying: boolean;
  loadMore(): void;
  retry(): void;
}

/**
 * A person's sales or purchases as a board, kept current. The newest orders are listed page by page;
 * whoever has more than one page also gets every order that is waiting or under way, however old.
 * With a `partner`, only orders with that person.
 */
export function useBoard(role: OrderRole, partner?: string): Board {
  const recent = useOrderList(role, { partner });
  const more = recent.hasNextPage;
  const waiting = useOrderList(role, { status: 'awaiting_start', partner, enabled: more });
  const running = useOrderList(role, { status: 'in_progress', partner, enabled: more });
  const columns = useMemo(() => {
    if (!recent.data) return null;
    const open = [...paymentsOf(waiting.data), ...paymentsOf(running.data)];
    return columnsOf([...open, ...paymentsOf(recent.data)], role);
  }, [recent.data, waiting.data, running.data, role]);
  return {
    columns,
    error: recent.error,
    hasMore: more,
    loadingMore: recent.isFetchingNextPage,
    retrying: recent.isFetching,
    loadMore: () => void recent.fetchNextPage(),
    retry: () => void recent.refetch(),
  };
}
