import type { ApiClient } from '@guilda/contract/client';
import type { QueueItem } from '@guilda/contract/desk';
import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '../../../lib/api.ts';
import type { QueueAddress } from '../model/desk-address.ts';

type Page = Awaited<ReturnType<ApiClient['desk']['listQueue']>>;

const REFRESH_MS = 60_000;

/** What waits for the team, kept fresh: each minute, and when the page is looked at again. */
export function useQueue({ kind, state }: QueueAddress) {
  const list = useInfiniteQuery<
    Page,
    Error,
    InfiniteData<Page>,
    readonly string[],
    string | undefined
  >({
    queryKey: ['admin', 'queue', state, kind ?? 'all'],
    queryFn: ({ pageParam, signal }) =>
      api().desk.listQueue(
        { query: { state, kind: kind ?? undefined, limit: '30', cursor: pageParam } },
        { signal },
      ),
    initialPageParam: undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    staleTime: 0,
    refetchInterval: REFRESH_MS,
  });
  const pages = list.data?.pages;
  const items = useMemo(() => pages && unique(pages.flatMap((page) => page.items)), [pages]);
  return { list, items, open: pages?.[0]?.open };
}

/** Between two pages something may have moved from one to the other. */
function unique(items: readonly QueueItem[]): QueueItem[] {
  return [...new Map(items.map((item) => [item.id, item])).values()];
}
