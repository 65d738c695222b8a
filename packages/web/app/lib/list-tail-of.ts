interface PagedQuery {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly isFetchNextPageError: boolean;
  readonly error: Error | null;
  fetchNextPage(): unknown;
}

/** The end of a paged query as `ListTail` takes it; only a next page that failed is told there. */
export function listTailOf(query: PagedQuery) {
  return {
    hasMore: query.hasNextPage,
    loadingMore: query.isFetchingNextPage,
    error: query.isFetchNextPageError ? query.error : null,
    loadMore: () => void query.fetchNextPage(),
  };
}
