import { limits } from '@guilda/contract/limits';
import type { Service } from '@guilda/contract/services/catalog';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api/api.ts';

/** Maximum number of pages of own services that are loaded. */
const MAX_PAGES = 4;

async function loadOwnServices(seller: string, signal: AbortSignal): Promise<Service[]> {
  const services: Service[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const query = { seller, limit: String(limits.page.max), ...(cursor ? { cursor } : {}) };
    const answer: { services: Service[]; nextCursor: string | null } =
      await api().catalog.listServices({ query }, { signal });
    services.push(...answer.services);
    cursor = answer.nextCursor;
    if (cursor === null) break;
  }
  return services;
}

const onlyActive = (services: readonly Service[]) =>
  services.filter(({ status }) => status === 'active');

/**
 * The person's own services that are for sale; undefined until loaded. Their key is under `services`, so that they follow
 * every change that the person makes to a service, and paused ones stay cached because they may be resumed.
 */
export function useOwnServices(uid: string, isWanted: boolean): readonly Service[] | undefined {
  const { data } = useQuery({
    queryKey: ['services', 'own', uid],
    queryFn: ({ signal }) => loadOwnServices(uid, signal),
    select: onlyActive,
    enabled: isWanted,
  });
  return data;
}
