import type { ApiClient } from '@guilda/contract/client';
import { limits } from '@guilda/contract/limits';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { browserClient } from '../../../lib/data/page-data.ts';
import { useSession } from '../../../lib/session/session.ts';
import type { ServiceList } from '../model/load-services.ts';
import { filterQuery } from '../model/service-filters.ts';

/** Number of services that match the filters. */
interface ResultCount {
  readonly count: number;
  /** Whether more than `count` services match; `count` is then the largest page size of the API. */
  readonly hasMore: boolean;
}

const countServices =
  ({ q, ...filters }: ServiceList) =>
  async (client: ApiClient, signal: AbortSignal): Promise<ResultCount> => {
    const query = { ...filterQuery(filters), ...(q ? { q } : {}), limit: String(limits.page.max) };
    const { services, nextCursor } = await client.catalog.listServices({ query }, { signal });
    return { count: services.length, hasMore: nextCursor !== null };
  };

/** Waits until the filters have not changed for a moment; rejects when they change in the meantime. */
function pauseAfterTyping(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, limits.suggestionPauseMs);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}

/**
 * The number of services with these filters; undefined until the first answer. Each answer stays until the next one.
 */
export function useResultCount(serviceList: ServiceList): ResultCount | undefined {
  const uid = useSession((state) => state.user?.uid ?? null);
  return useQuery({
    queryKey: ['services', 'count', serviceList, uid],
    queryFn: async ({ signal }) => {
      await pauseAfterTyping(signal);
      return countServices(serviceList)(await browserClient(), signal);
    },
    placeholderData: keepPreviousData,
    retry: false,
  }).data;
}
