export { openService } from './get-service.ts';
export { type CatalogDeps, catalogHandlers } from './routes.ts';
export { readService } from './service-queries.ts';
export { addServiceRating, removeServicesOf, type Sale, saleOf } from './service-store.ts';
export { services } from './services-table.ts';
