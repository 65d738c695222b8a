import type { ApiClient } from '@guilda/contract/client';
import { isFreePrice } from '@guilda/contract/money/money';
import type { Service } from '@guilda/contract/services/catalog';
import { filterQuery, type ServiceFilters } from './service-filters.ts';

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
}

/** Loads a page of services; the first page without a cursor. */
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
      limit: String(SERVICES_PAGE_SIZE),
    },
  });
}

/**
 * Moves `count` services to the front that show how varied the offer is: services with a price, each by a different
 * seller. All others keep their order.
 */
export function withVariedServicesFirst(services: readonly Service[], count: number): Service[] {
  const sellers = new Set<string>();
  const variedServices = services
    .filter(({ price, seller }) => {
      const addsVariety = !isFreePrice(price) && !sellers.has(seller.uid);
      if (addsVariety) sellers.add(seller.uid);
      return addsVariety;
    })
    .slice(0, count);
  return [...variedServices, ...services.filter((service) => !variedServices.includes(service))];
}

/**
 * Loads the `count` services of the home page: first those of sellers who are online, then the newest. Services of the
 * reader (`uid`, null for a visitor) are listed only among the newest, because the reader is always online and would
 * otherwise see their own services first.
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
