import type { QueryClient } from '@tanstack/react-query';

/** `meta` of a query whose data grows while a person reads, so that requesting it again would shorten it. */
export const loadedOnce = { isLoadedOnce: true } as const;

/** Invalidates all queries, because a change affects many pages; those with `loadedOnce` keep their data. */
export function invalidateAll(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ predicate: ({ meta }) => meta?.['isLoadedOnce'] !== true });
}
