export { openService, openServices } from './get-service.ts';
export { type CatalogTasks, catalogTasks, erasePreview } from './owner-effects.ts';
export { readOwn as readOwnService } from './owner-store.ts';
export { readService, readSoldService } from './read-service.ts';
export { type CatalogDeps, catalogHandlers } from './routes.ts';
export { servicePreviews } from './service-preview.ts';
export { addServiceRating, removeServicesOf, type Sale, saleOf } from './service-store.ts';
export { services } from './services-table.ts';
export { toService } from './view.ts';
