import { catalogEndpoints, ownServiceEndpoints } from '@guilda/contract/services/catalog';
import type { RateLimiter } from '../../platform/limits/rate-limiter.ts';
import { handle, type Module, type NeedsOf } from '../../platform/module.ts';
import { servePreviews } from '../previews/index.ts';
import { type CatalogTasks, catalogTasks } from './catalog-jobs.ts';
import { createServicePreviews } from './reads/service-preview.ts';
import { catalogHandlers } from './routes.ts';

type CatalogModuleDeps = NeedsOf<typeof catalogHandlers> &
  NeedsOf<typeof catalogTasks> &
  NeedsOf<typeof createServicePreviews> & { readonly limiter: RateLimiter };

export const catalogModule: Module<CatalogModuleDeps, CatalogTasks> = {
  name: 'catalog',
  create: (needs) => ({
    endpoints: [handle({ ...catalogEndpoints, ...ownServiceEndpoints }, catalogHandlers(needs))],
    tasks: catalogTasks(needs),
    plugin: (app) =>
      app.register(servePreviews, { ...createServicePreviews(needs), limiter: needs.limiter }),
  }),
};
