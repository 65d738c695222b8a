import type { Service } from '@guilda/contract/services/catalog';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { ServicePageData } from '../model/load-service-page.ts';
import type { ServicesPage } from '../model/load-services.ts';

/** Computes the changed service; null removes the service from the cache. */
type ServiceUpdate = (service: Service) => Service | null;

/**
 * Data that is cached under `services`: the list of the home page, the own services, a list in pages, or a number of
 * results.
 */
type CachedServices = Service[] | InfiniteData<ServicesPage> | object;

const updateServices = (services: readonly Service[], update: ServiceUpdate): Service[] =>
  services.flatMap((service) => update(service) ?? []);

/** Applies an update to every cached page and list of services. */
function updateCachedServices(client: QueryClient, update: ServiceUpdate): void {
  client.setQueriesData<ServicePageData>({ queryKey: ['service'] }, (page) => {
    if (!page) return page;
    // The page of a deleted service keeps its data as long as it is open.
    const service = update(page.service) ?? page.service;
    return { ...page, service, others: updateServices(page.others, update) };
  });
  client.setQueriesData<CachedServices>({ queryKey: ['services'] }, (list) => {
    if (Array.isArray(list)) return updateServices(list, update);
    if (!list || !('pages' in list)) return list;
    const pages = list.pages.map((page) => ({
      ...page,
      services: updateServices(page.services, update),
    }));
    return { ...list, pages };
  });
}

/** Replaces a service in every cached list and page. */
export function updateCachedService(client: QueryClient, service: Service): void {
  updateCachedServices(client, (cachedService) =>
    cachedService.id === service.id ? service : cachedService,
  );
}

/** Removes a service from every cached list. */
export function removeCachedService(client: QueryClient, serviceId: string): void {
  updateCachedServices(client, (cachedService) =>
    cachedService.id === serviceId ? null : cachedService,
  );
}
