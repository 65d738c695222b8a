interface PagedQuery {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly isFetchNextPageError: boolean;
  readonly error: Error | null;
  fetchNextPage(): unknown;
}

/** The state of a paged query for `ListTail`, which shows only errors of further pages. */
export function listTailOf(query: PagedQuery) {
  return {
    hasMore: query.hasNextPage,
    loadingMore: query.isFetchingNextPage,
    error: query.isFetchNextPageError ? query.error : null,
    loadMore: () => void query.fetchNextPage(),
  };
}
