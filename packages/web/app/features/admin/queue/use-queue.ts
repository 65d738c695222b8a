import type { ApiClient } from '@guilda/contract/client';
import type { QueueItem } from '@guilda/contract/moderation/moderation-queue';
import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '../../../lib/api/api.ts';
import type { QueueAddress } from '../model/admin-address.ts';

type QueuePageData = Awaited<ReturnType<ApiClient['moderationQueue']['listQueue']>>;

const REFRESH_MS = 60_000;

/** Loads the queue items for the filters; refreshed every minute and when the page becomes visible. */
export function useModerationQueue({ kind, state }: QueueAddress) {
  const list = useInfiniteQuery<
    QueuePageData,
    Error,
    InfiniteData<QueuePageData>,
    readonly string[],
    string | undefined
  >({
    queryKey: ['admin', 'queue', state, kind ?? 'all'],
    queryFn: ({ pageParam, signal }) =>
      api().moderationQueue.listQueue(
        { query: { state, kind: kind ?? undefined, limit: '30', cursor: pageParam } },
        { signal },
      ),
    initialPageParam: undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    staleTime: 0,
    refetchInterval: REFRESH_MS,
  });
  const pages = list.data?.pages;
  const items = useMemo(
    () => pages && withoutDuplicates(pages.flatMap((page) => page.items)),
    [pages],
  );
  return { list, items, openCounts: pages?.[0]?.open };
}

/** Removes repeated items: between two requests an item can move from one page to the next. */
function withoutDuplicates(items: readonly QueueItem[]): QueueItem[] {
  return [...new Map(items.map((item) => [item.id, item])).values()];
}
