import type { PublicUser } from '@guilda/contract/accounts/users';
import type { ApiClient } from '@guilda/contract/client';
import type { Service } from '@guilda/contract/services/catalog';

/** Number of the seller's other services on a service's page. */
const OTHER_SERVICES_COUNT = 4;

/** Data of a service's page, without its reviews. */
export interface ServicePageData {
  readonly service: Service;
  /** How long the seller usually takes to start an order, in ms; null when it is unknown. */
  readonly usualStartMs: number | null;
  readonly seller: PublicUser;
  /** The seller's other services. */
  readonly others: readonly Service[];
}

/** Loads a service's page. Rejects with the error codes `service_not_found` and `adults_only`. */
export const loadServicePage =
  (serviceId: string) =>
  async (client: ApiClient): Promise<ServicePageData> => {
    const { service, usualStartMs } = await client.catalog.getService({ params: { serviceId } });
    const { uid } = service.seller;
    const [seller, { services }] = await Promise.all([
      client.users.getUser({ params: { buyerId: uid } }),
      client.catalog.listServices({
        query: { seller: uid, limit: String(OTHER_SERVICES_COUNT + 1) },
      }),
    ]);
    return {
      service,
      usualStartMs,
      seller,
      others: services.filter(({ id }) => id !== service.id).slice(0, OTHER_SERVICES_COUNT),
    };
  };
