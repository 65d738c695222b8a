export { openService } from './get-service.ts';
export { type CatalogTasks, catalogTasks, erasePreview } from './owner-effects.ts';
export { createPreviewPainter } from './preview/preview-painter.ts';
export { servePreviews } from './preview/serve-previews.ts';
export { erasePreviews } from './preview/service-preview.ts';
export { type CatalogDeps, catalogHandlers } from './routes.ts';
export { readService } from './service-queries.ts';
export { addServiceRating, removeServicesOf, type Sale, saleOf } from './service-store.ts';
export { services } from './services-table.ts';
