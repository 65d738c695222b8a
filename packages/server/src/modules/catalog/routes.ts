import type { catalogEndpoints, ownServiceEndpoints } from '@guilda/contract/services/catalog';
import type { Handlers } from '../../platform/http/endpoints.ts';
import type { UploadedFiles } from '../../platform/http/form.ts';
import { ok } from '../../platform/result.ts';
import { type CreateServiceDeps, createService } from './publishing/create-service.ts';
import { type DeleteServiceDeps, deleteService } from './publishing/delete-service.ts';
import type { SentFiles } from './publishing/service-files.ts';
import { type UpdateServiceDeps, updateService } from './publishing/update-service.ts';
import { type GetServiceDeps, getService } from './reads/get-service.ts';
import { findServices, type ListServicesDeps } from './search/list-services.ts';
import { categoryViews } from './view.ts';

export interface CatalogDeps
  extends ListServicesDeps,
    GetServiceDeps,
    CreateServiceDeps,
    UpdateServiceDeps,
    DeleteServiceDeps {
  readonly database: CreateServiceDeps['database'];
  readonly presence: ListServicesDeps['presence'];
}

const sentFilesOf = (files: UploadedFiles): SentFiles => ({
  image: files.filesOf('photoURL')[0],
  archives: files.filesOf('archives'),
});

export function catalogHandlers(
  deps: CatalogDeps,
): Handlers<typeof catalogEndpoints & typeof ownServiceEndpoints> {
  return {
    listCategories: async () => ok({ categories: categoryViews }),
    listServices: ({ actor, query }) => findServices(deps)(actor, query),
    getService: ({ actor, params }) => getService(deps)(actor, params.serviceId),
    createService: ({ actor, body, files, idempotencyKey }) =>
      createService(deps)(actor, { ...body, idempotencyKey }, sentFilesOf(files)),
    updateService: ({ actor, params, body, files }) =>
      updateService(deps)(actor, params.serviceId, body, sentFilesOf(files)),
    deleteService: ({ actor, params }) => deleteService(deps)(actor, params.serviceId),
  };
}
