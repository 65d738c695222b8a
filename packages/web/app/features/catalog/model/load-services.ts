import type { Service } from '@guilda/contract/catalog';
import type { ApiClient } from '@guilda/contract/client';
import { filterQuery, type ServiceFilters } from './service-filters.ts';
import { pickSimilarServices, SHORT_LIST_LENGTH } from './short-list.ts';

/** Services per page of a list; divisible by 2, 3 and 4, so that every grid has full rows. */
const SERVICES_PAGE_SIZE = 24;

/** Parameters of a list of services: filters and search text. */
export interface ServiceList extends ServiceFilters {
  readonly q?: string | undefined;
}

export interface ServicesPage {
  readonly services: Service[];
  readonly nextCursor: string | null;
  /** The corrected search text that the server suggests. */
  readonly suggestion?: string | undefined;
  /** Services of other categories that fill the last row of a short list. */
  readonly similar?: readonly Service[] | undefined;
}

/** Number of the newest services from which those that fill a short list are chosen. */
const SIMILAR_CANDIDATE_COUNT = 24;

/** Loads a page of services; the first page without a cursor. A short list gets services of other categories as well. */
export async function loadServices(
  client: ApiClient,
  list: ServiceList,
  cursor?: string | undefined,
): Promise<ServicesPage> {
  const page = await loadServicesPage(client, list, cursor);
  if (cursor !== undefined || !isShort(page) || isListOfAllServices(list)) return page;
  const limit = String(SIMILAR_CANDIDATE_COUNT);
  // The list is complete without them, so their failure does not fail the list.
  const newest = await client.catalog.listServices({ query: { limit } }).catch(() => null);
  const candidates = newest?.services ?? [];
  return { ...page, similar: pickSimilarServices(candidates, page.services, list.category) };
}

const isShort = ({ services: { length }, nextCursor }: ServicesPage) =>
  length > 0 && length < SHORT_LIST_LENGTH && nextCursor === null;

const isListOfAllServices = ({ q, sort: _, ...filters }: ServiceList) =>
  !q && Object.keys(filterQuery(filters)).length === 0;

function loadServicesPage(
  client: ApiClient,
  { q, ...filters }: ServiceList,
  cursor?: string | undefined,
): Promise<ServicesPage> {
  return client.catalog.listServices({
    query: {
      ...filterQuery(filters),
      ...(q ? { q } : {}),
      ...(cursor ? { cursor } : {}),
      limit: String(SERVICES_PAGE_SIZE),
    },
  });
}

/**
 * Moves services to the front that show the variety of the offer: services with a price, each by a different seller.
 * All others keep their order. `count` is the number of services to move.
 */
export function withVariedServicesFirst(services: readonly Service[], count: number): Service[] {
  const sellers = new Set<string>();
  const variedServices = services
    .filter(({ price, seller }) => {
      const addsVariety = Number(price) > 0 && !sellers.has(seller.uid);
      if (addsVariety) sellers.add(seller.uid);
      return addsVariety;
    })
    .slice(0, count);
  return [...variedServices, ...services.filter((service) => !variedServices.includes(service))];
}

/**
 * Loads the `count` services of the home page: first those of sellers who are online, then the newest. The reader
 * (`uid`, null for a visitor) always counts as online to themselves, so their own services are only listed among the
 * newest.
 */
export async function loadHomeServices(
  client: ApiClient,
  count: number,
  uid: string | null,
): Promise<Service[]> {
  const limit = String(count);
  const [online, newest] = await Promise.all([
    client.catalog.listServices({ query: { online: 'true', limit } }),
    client.catalog.listServices({ query: { limit } }),
  ]);
  const fromOthers = online.services.filter(({ seller }) => seller.uid !== uid);
  const shownIds = new Set(fromOthers.map(({ id }) => id));
  return [...fromOthers, ...newest.services.filter(({ id }) => !shownIds.has(id))].slice(0, count);
}
