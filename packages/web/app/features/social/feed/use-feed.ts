import { type QueryClient, type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { loadedOnce } from '../../../lib/data/invalidate-all.ts';
import { browserClient } from '../../../lib/data/page-data.ts';
import type { FirstPage } from '../../../lib/data/paged-data.ts';
import { useSession } from '../../../lib/session/session.ts';
import { type PostListQuery, type PostPage, postsKey } from '../model/post-lists.ts';
import { loadFeedPosts } from './load-feed.ts';
import { type PagedPosts, postsOf, withNextPage } from './pulse/new-posts.ts';
import { useVisitKey } from './use-visit-key.ts';

/** How long the list of an earlier visit stays in the cache, in ms. */
const FEED_CACHE_MS = 30 * 60_000;

interface FeedQuery {
  readonly client: QueryClient;
  readonly key: QueryKey;
  readonly list: PostListQuery;
}

/** Loads the next page and appends it to the current list, which may have changed during the request. */
function useLoadMore({ client, key, list }: FeedQuery) {
  const [state, setState] = useState<{ loading: boolean; error: Error | null }>({
    loading: false,
    error: null,
  });
  const busy = useRef(false);
  const moreLoader = async () => {
    const cursor = client.getQueryData<PagedPosts>(key)?.pages.at(-1)?.nextCursor;
    if (busy.current || !cursor) return;
    busy.current = true;
    setState({ loading: true, error: null });
    try {
      const nextPage = await loadFeedPosts(list)(await browserClient(), cursor);
      client.setQueryData<PagedPosts>(key, (now) => now && withNextPage(now, cursor, nextPage));
      setState({ loading: false, error: null });
    } catch (error) {
      setState({ loading: false, error: error instanceof Error ? error : new Error() });
    }
    busy.current = false;
  };
  return { ...state, loadMore: moreLoader };
}

export interface Feed extends FeedQuery {
  readonly posts: ReturnType<typeof postsOf>;
  /** False while the posts on screen were loaded for another person. */
  readonly ready: boolean;
  /** When the list was loaded, in ms since the epoch. */
  readonly loadedAt: number;
  readonly hasMore: boolean;
  readonly loadingMore: boolean;
  /** The error of loading the list or its next page. */
  readonly error: Error | null;
  loadMore(): void;
}

/**
 * The posts of a feed. Once loaded, the list is never refetched and changes only by updates of the cache, so that
 * nothing moves while a person reads.
 */
export function useFeed(list: PostListQuery, firstPage: FirstPage<PostPage>): Feed {
  const uid = useSession((state) => state.user?.uid ?? null);
  const client = useQueryClient();
  const visit = useVisitKey(firstPage);
  const key: QueryKey = [...postsKey(list), visit, uid];
  const query = useQuery<PagedPosts>({
    queryKey: key,
    queryFn: async () => ({ pages: [await loadFeedPosts(list)(await browserClient())] }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: FEED_CACHE_MS,
    meta: loadedOnce,
    ...(firstPage.loadedFor === uid ? { initialData: { pages: [firstPage.page] } } : {}),
  });
  const moreLoader = useLoadMore({ client, key, list });
  const ready = query.data !== undefined;
  // A list that could not be loaded again keeps its posts; the next press then loads the list itself, not its next page.
  const isListMissing = !ready || query.isError;
  const pages = query.data?.pages ?? [firstPage.page];
  const posts = useMemo(() => postsOf(pages), [pages]);
  return {
    client,
    key,
    list,
    posts,
    ready,
    loadedAt: query.dataUpdatedAt,
    hasMore: (pages.at(-1)?.nextCursor ?? null) !== null,
    loadingMore: moreLoader.loading || (query.isError && query.isFetching),
    error: query.error ?? moreLoader.error,
    loadMore: () => void (isListMissing ? query.refetch() : moreLoader.loadMore()),
  };
}
