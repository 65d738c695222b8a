import type { catalogEndpoints, ownServiceEndpoints } from '@guilda/contract/catalog';
import type { Handlers } from '../../platform/http/endpoints.ts';
import { err, ok } from '../../platform/result.ts';
import { type CreateServiceDeps, createService } from './create-service.ts';
import { type GetServiceDeps, getService } from './get-service.ts';
import { findServices, type ListServicesDeps } from './list-services.ts';
import { categoryViews } from './view.ts';

export interface CatalogDeps extends ListServicesDeps, GetServiceDeps, CreateServiceDeps {
  readonly database: CreateServiceDeps['database'];
}

export function catalogHandlers(
  deps: CatalogDeps,
): Handlers<typeof catalogEndpoints & typeof ownServiceEndpoints> {
  return {
    listCategories: async () => ok({ categories: categoryViews }),
    listServices: ({ actor, query }) => findServices(deps)(actor, query),
    getService: ({ actor, params }) => getService(deps)(actor, params.serviceId),
    createService: ({ actor, body, files }) =>
      createService(deps)(actor, body, files.of('photoURL')[0]),
    updateService: async () => err('unavailable'),
    deleteService: async () => err('unavailable'),
  };
}
