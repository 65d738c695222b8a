import type { Service } from '@guilda/contract/catalog';
import type { ApiClient } from '@guilda/contract/client';
import { filterQuery, type ServiceFilters } from './service-filters.ts';

/** Fichas in one page of a list: whole rows of two, three and four. */
const LIST_PAGE = 24;

/** What a list of services is made of: filters, and the text searched for. */
export interface ServiceList extends ServiceFilters {
  readonly q?: string | undefined;
}

export interface ServicesPage {
  readonly services: Service[];
  readonly nextCursor: string | null;
  /** What a mistyped text was taken for. */
  readonly suggestion?: string | undefined;
}

/** A page of services, the first one without a cursor. */
export function loadServices(
  client: ApiClient,
  { q, ...filters }: ServiceList,
  cursor?: string | undefined,
): Promise<ServicesPage> {
  return client.catalog.listServices({
    query: {
      ...filterQuery(filters),
      ...(q ? { q } : {}),
      ...(cursor ? { cursor } : {}),
      limit: String(LIST_PAGE),
    },
  });
}

/** The newest services, as many as `count`. */
export async function loadNewest(client: ApiClient, count: number): Promise<Service[]> {
  const { services } = await client.catalog.listServices({ query: { limit: String(count) } });
  return services;
}
