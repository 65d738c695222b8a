import type { ApiClient } from '@guilda/contract/client';
import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api/api.ts';

type LogPageData = Awaited<ReturnType<ApiClient['moderationQueue']['listActions']>>;

/** Filters of the audit log by actor and subject; undefined means no filter. */
export interface LogFilter {
  readonly actor: string | undefined;
  readonly subject: string | undefined;
}

/** Loads entries of the audit log, latest first. */
export function useLog({ actor, subject }: LogFilter) {
  return useInfiniteQuery<
    LogPageData,
    Error,
    InfiniteData<LogPageData>,
    readonly string[],
    string | undefined
  >({
    queryKey: ['admin', 'log', actor ?? '', subject ?? ''],
    queryFn: ({ pageParam, signal }) =>
      api().moderationQueue.listActions(
        { query: { actor, subject, limit: '30', cursor: pageParam } },
        { signal },
      ),
    initialPageParam: undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    staleTime: 0,
  });
}
