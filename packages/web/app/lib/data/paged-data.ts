import type { ApiClient } from '@guilda/contract/client';
import { type InfiniteData, type QueryKey, useInfiniteQuery } from '@tanstack/react-query';
import { useSession } from '../session/session.ts';
import { browserClient, signedInUid } from './page-data.ts';

/** A page of any list of the API; `nextCursor` is null on the last page. */
export interface CursorPage {
  readonly nextCursor: string | null;
}

/** The first page of a list, and the reader for whom it was loaded: a uid, or null for a visitor. */
export interface FirstPage<P extends CursorPage> {
  readonly page: P;
  readonly loadedFor: string | null;
}

/** The result of a loader on the server: a page as a visitor sees it. */
export function firstPageForVisitor<P extends CursorPage>(page: P): FirstPage<P> {
  return { page, loadedFor: null };
}

/** The result of a loader in the browser: a page as the signed-in person sees it. */
export function firstPageForSignedIn<P extends CursorPage>(page: P): FirstPage<P> {
  return { page, loadedFor: signedInUid() };
}

interface PagedOptions<P extends CursorPage> {
  /** Query key of the list, including its filters. */
  readonly key: QueryKey;
  readonly first: FirstPage<P>;
  load(client: ApiClient, cursor: string | undefined): Promise<P>;
}

export interface PagedData<P> {
  readonly pages: readonly P[];
  readonly hasMore: boolean;
  readonly loadingMore: boolean;
  /** The error of the list or of its latest page. */
  readonly error: Error | null;
  loadMore(): void;
  refetch(): Promise<unknown>;
}

/**
 * A paged list that starts with the loader's page and loads further pages on demand. All pages stay in the cache, so
 * that Back shows the list with all loaded pages. Data that was loaded for another reader is requested again with the
 * session of the signed-in person.
 */
export function usePagedData<P extends CursorPage>(options: PagedOptions<P>): PagedData<P> {
  const { key, first, load } = options;
  const uid = useSession((state) => state.user?.uid ?? null);
  const query = useInfiniteQuery<P, Error, InfiniteData<P>, QueryKey, string | undefined>({
    queryKey: [...key, uid],
    queryFn: async ({ pageParam }) => load(await browserClient(), pageParam),
    initialPageParam: undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
    // Items must not move when the tab becomes visible again.
    refetchOnWindowFocus: false,
    ...(first.loadedFor === uid
      ? { initialData: { pages: [first.page], pageParams: [undefined] } }
      : {}),
  });
  const pages = query.data?.pages ?? [first.page];
  const loadMore = async () => {
    // The first page may still be the one for visitors: the person's own first page is loaded before the next page.
    const ownPages = query.data ?? (await query.refetch({ cancelRefetch: false })).data;
    if (ownPages !== undefined) await query.fetchNextPage();
  };
  return {
    pages,
    hasMore: (pages.at(-1)?.nextCursor ?? null) !== null,
    loadingMore: query.isFetchingNextPage,
    error: query.error,
    loadMore: () => void loadMore(),
    refetch: () => query.refetch(),
  };
}
