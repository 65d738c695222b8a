interface PagedQuery {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly isFetchNextPageError: boolean;
  readonly error: Error | null;
  fetchNextPage(): unknown;
}

/** Converts the state of a paged query for `ListTail`, which shows the errors of all pages but the first. */
export function listTailOf(query: PagedQuery) {
  return {
    hasMore: query.hasNextPage,
    loadingMore: query.isFetchingNextPage,
    error: query.isFetchNextPageError ? query.error : null,
    loadMore: () => void query.fetchNextPage(),
  };
}
